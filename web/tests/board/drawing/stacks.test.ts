import { describe, expect, it } from 'vitest';

import { counterAt, counterWidth, fanned, onFan, piled, piles, stacked } from '../../../src/board/drawing/stacks';
import { Grid } from '../../../src/board/grid';
import { counter, hexBoard } from '../../boards';

const grid = new Grid(hexBoard());
const width = counterWidth(grid);
const three = [counter('a', '0202'), counter('b', '0202'), counter('c', '0202')];

describe('stacks', () => {
  it('gathers counters by hex and leaves out those on unknown hexes', () => {
    const stacks = stacked([...three, counter('d', '0101'), counter('x', '9999')], grid);
    expect(stacks.map((s) => [s.hex, s.counters.length])).toEqual([
      ['0101', 1],
      ['0202', 3],
    ]);
  });

  it('fans out on the sheet, also at its edge', () => {
    const corner = ['a', 'b', 'c', 'd'].map((unit) => counter(unit, '0101'));
    const { x, y, width: across, height } = grid.extent;
    for (const { at } of fanned(stacked(corner, grid)[0]!, width, grid.extent)) {
      expect(at.x - width / 2).toBeGreaterThanOrEqual(x);
      expect(at.x + width / 2).toBeLessThanOrEqual(x + across);
      expect(at.y - width / 2).toBeGreaterThanOrEqual(y);
      expect(at.y + width / 2).toBeLessThanOrEqual(y + height);
    }
  });

  it('puts lit units on top', () => {
    const [stack] = stacked(three, grid, new Set(['a']));
    expect(stack!.counters.map((c) => c.unit)).toEqual(['b', 'c', 'a']);
  });

  it('puts the strongest on top, as far as the seat knows it', () => {
    const [stack] = stacked([counter('a', '0202', { printed: 8 }), counter('b', '0202', { printed: 9, strength: 3 })], grid);
    expect(stack!.counters.map((c) => c.unit)).toEqual(['b', 'a']);
  });

  it('lays both sides of a contested hex beside each other, each in a pile of its own', () => {
    const foes = ['x', 'y'].map((unit) => counter(unit, '0202', { side: 'blue' }));
    const [stack] = stacked([...foes, ...three], grid);
    expect(piles(stack!, width).map((pile) => pile.counters.map((c) => c.unit))).toEqual([
      ['x', 'y'],
      ['a', 'b', 'c'],
    ]);
    const placed = piled(stack!, width);
    expect(placed.map((p) => [p.counter.unit, p.depth])).toEqual([
      ['x', 0],
      ['y', 1],
      ['a', 2],
      ['b', 3],
      ['c', 4],
    ]);
    expect(placed[0]!.at.x).toBeLessThan(stack!.at.x);
    expect(placed[4]!.at.x).toBeGreaterThan(stack!.at.x);
    expect(counterAt(placed, { x: stack!.at.x - width * 0.6, y: stack!.at.y })?.counter.side).toBe('blue');
  });

  it('piles counters with a small step up and to the right, centred on the hex', () => {
    const [stack] = stacked(three, grid);
    const placed = piled(stack!, width);
    expect(placed[1]!.at).toEqual(stack!.at);
    expect(placed[2]!.at.x).toBeGreaterThan(placed[1]!.at.x);
    expect(placed[2]!.at.y).toBeLessThan(placed[1]!.at.y);
  });

  it('does not let a tall pile wander off its hex', () => {
    const many = Array.from({ length: 12 }, (_, i) => counter(`u${i}`, '0202'));
    const placed = piled(stacked(many, grid)[0]!, width);
    expect(Math.max(...placed.map((p) => p.at.x)) - Math.min(...placed.map((p) => p.at.x))).toBeLessThan(width * 0.2);
  });

  it('fans a stack out so that no counter hides another', () => {
    for (const size of [2, 4, 5, 9]) {
      const many = Array.from({ length: size }, (_, i) => counter(`u${i}`, '0202'));
      const placed = fanned(stacked(many, grid)[0]!, width);
      for (const a of placed)
        for (const b of placed) if (a !== b) expect(Math.max(Math.abs(a.at.x - b.at.x), Math.abs(a.at.y - b.at.y))).toBeGreaterThan(width);
    }
  });

  it('hits the topmost counter', () => {
    const placed = piled(stacked(three, grid)[0]!, width);
    expect(counterAt(placed, { x: 200, y: 144 })?.counter.unit).toBe('c');
    expect(counterAt(placed, { x: 400, y: 144 })).toBeNull();
  });

  it('keeps a fan open on the paper between its counters', () => {
    const placed = fanned(stacked(three, grid)[0]!, width);
    const between = { x: (placed[0]!.at.x + placed[1]!.at.x) / 2, y: placed[0]!.at.y };
    expect(onFan(placed, between)).toBe(true);
    expect(onFan(placed, { x: 480, y: 300 })).toBe(false);
  });
});
