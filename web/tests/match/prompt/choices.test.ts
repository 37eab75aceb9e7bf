import { describe, expect, it } from 'vitest';

import type { Counter, OffMap, Option, Position } from '../../../src/api/protocol';
import { buttonsOf, reservesOf } from '../../../src/match/prompt/choices';

const option = (id: string, target: Option['target'] = {}): Option => ({ id, text: id, rule: '1', target });
const marches = (many: number): Option[] => Array.from({ length: many }, (_, n) => option(`move:${n}`, { unit: 'a', hex: `010${n}` }));
const position = (onMap: string[], off: string[]): Position => ({
  counters: onMap.map((unit) => ({ unit, hex: '0101' }) as Counter),
  off_map: off.map((unit) => ({ unit, printed: 4 }) as OffMap),
});

describe('buttons beside the map', () => {
  it('are there for a few choices, and not for many', () => {
    expect(buttonsOf(marches(6), {})).toHaveLength(6);
    expect(buttonsOf(marches(7), {})).toHaveLength(0);
  });

  it('leave out what is not on the map at all', () => {
    expect(buttonsOf([option('done')], {})).toEqual([]);
  });

  it('are those of the unit that was picked', () => {
    const rally = option('rally', { unit: 'b' });
    expect(buttonsOf([...marches(7), rally], { unit: 'b' })).toEqual([rally]);
  });

  it('show what else the only unit can do than to go somewhere', () => {
    const rally = option('rally', { unit: 'a' });
    expect(buttonsOf([...marches(7), rally], {})).toEqual([rally]);
  });
});

describe('units off the map', () => {
  const placed = [option('place:c', { unit: 'c', hex: '0101' }), option('place:d', { unit: 'd', hex: '0101' })];

  it('are offered with a counter of the printed strength', () => {
    expect(reservesOf(position(['a'], ['c', 'd']), placed, []).map(({ unit, counter }) => [unit, counter?.strength])).toEqual([
      ['c', 4],
      ['d', 4],
    ]);
  });

  it('are left out where a button stands for them', () => {
    expect(reservesOf(position(['a'], ['c', 'd']), placed, [placed[0]!]).map(({ unit }) => unit)).toEqual(['d']);
  });
});
