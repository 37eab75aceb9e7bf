import { describe, expect, it } from 'vitest';

import type { OffMap, Position } from '../../src/api/protocol';
import { arrivals, entriesOf, groupsOf, isLost, strengthOf } from '../../src/campaign/orderOfBattle';
import { counter, LOOK } from '../boards';

const off = (unit: string, fate: string, more: Partial<OffMap> = {}): OffMap => ({
  unit,
  side: 'red',
  symbol: 'infantry',
  printed: 4,
  fate,
  ...more,
});
const position: Position = {
  counters: [
    counter('a', '0101', { strength: 3, parent: 'II Corps' }),
    counter('b', '0102', { strength: 4, parent: 'I Corps' }),
    counter('x', '0103', { side: 'blue', printed: 6 }),
  ],
  off_map: [off('c', 'pool'), off('d', 'due', { turn: 3 }), off('e', 'gone'), off('f', 'due', { turn: 2, side: 'blue' })],
  turns: ['July', 'August', 'September'],
};

describe('the order of battle', () => {
  it('counts what stands, what is lost and what has been damaged', () => {
    expect(strengthOf(position, 'red', LOOK)).toEqual({
      units: 2,
      printed: 8,
      standing: { least: 7, most: 7 },
      lostUnits: 2,
      lostPoints: { least: 9, most: 9 },
    });
  });

  it('says that it knows only the printed strength of others', () => {
    expect(strengthOf(position, 'blue', LOOK)).toMatchObject({ standing: { least: 0, most: 6 }, lostPoints: { least: 0, most: 6 } });
  });

  it('knows of others what everybody has seen, of all of them together closer than one by one', () => {
    const seen = { ...position.counters[2]!, strength_least: 2, strength_most: 5 };
    const known = { ...position, counters: [...position.counters.slice(0, 2), seen] };
    expect(strengthOf(known, 'blue', LOOK)).toMatchObject({ standing: { least: 2, most: 5 }, lostPoints: { least: 1, most: 4 } });
    const strengths = [{ side: 'blue', hex: '', least: 3, most: 4 }];
    expect(strengthOf({ ...known, strengths }, 'blue', LOOK)).toMatchObject({ standing: { least: 3, most: 4 } });
  });

  it('is ordered by formation, then by what is to come, then by what is lost', () => {
    expect(groupsOf(entriesOf(position, 'red', LOOK)).map((g) => g.title)).toEqual([
      'I Corps',
      'II Corps',
      'To come',
      'Eliminated, can be rebuilt',
      'Out of the game',
    ]);
  });

  it('does not take a unit that is still to come for lost', () => {
    expect(
      entriesOf(position, 'red', LOOK)
        .filter(isLost)
        .map((e) => e.unit),
    ).toEqual(['c', 'e']);
  });

  it('has a calendar in order of turns', () => {
    expect(arrivals(position).map(({ turn, name, units }) => [turn, name, units.map((u) => u.unit)])).toEqual([
      [2, 'August', ['f']],
      [3, 'September', ['d']],
    ]);
  });
});
