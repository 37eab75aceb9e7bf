import { describe, expect, it } from 'vitest';

import type { Counter, OffMap, Option, Position } from '../../../src/api/protocol';
import { buttonsOf, pacesOf, reservesOf } from '../../../src/match/prompt/choices';
import { LOOK } from '../../boards';

const option = (id: string, target: Option['target'] = {}): Option => ({ id, text: id, rule: '1', target });
const marches = (many: number): Option[] => Array.from({ length: many }, (_, n) => option(`move:${n}`, { unit: 'a', hex: `010${n}` }));
const position = (onMap: string[], off: string[]): Position => ({
  counters: onMap.map((unit) => ({ unit, hex: '0101' }) as Counter),
  off_map: off.map((unit) => ({ unit, side: 'red', symbol: 'infantry', fate: 'due', printed: 4 }) satisfies OffMap),
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
    expect(reservesOf(position(['a'], ['c', 'd']), placed, [], LOOK).map(({ unit, counter }) => [unit, counter?.['strength']])).toEqual([
      ['c', 4],
      ['d', 4],
    ]);
  });

  it('are left out where a button stands for them', () => {
    expect(reservesOf(position(['a'], ['c', 'd']), placed, [placed[0]!], LOOK).map(({ unit }) => unit)).toEqual(['d']);
  });
});

describe('units of one pace', () => {
  const stack = (...movement: number[]): Counter[] =>
    movement.map((fast, n) => ({ unit: `u${n}`, hex: '0101', movement: fast }) as unknown as Counter);

  it('are picked together where others are slower or faster', () => {
    expect(pacesOf(stack(10, 5, 10, 10), LOOK)).toEqual([{ movement: 10, units: ['u0', 'u2', 'u3'] }]);
    expect(pacesOf(stack(5, 5, 10, 10), LOOK).map(({ movement }) => movement)).toEqual([10, 5]);
  });

  it('are no choice where all are alike, or each is one of its own', () => {
    expect(pacesOf(stack(5, 5, 5), LOOK)).toEqual([]);
    expect(pacesOf(stack(5, 10), LOOK)).toEqual([]);
  });
});
