import { beforeEach, describe, expect, it } from 'vitest';

import { BoardState } from '../../src/board/boardState';
import { counter, hexBoard, option } from '../boards';

describe('the board without a screen', () => {
  let state: BoardState;
  const counters = [counter('a', '0202'), counter('b', '0202'), counter('c', '0304', { name: '3rd Tank Division', supplied: false })];

  beforeEach(() => {
    state = new BoardState(hexBoard());
  });

  it('hits the counter, else the hex, else nothing', () => {
    state.set(counters, []);
    expect(state.hit({ x: 350, y: 231 })).toEqual({ hex: '0304', unit: 'c' });
    expect(state.hit({ x: 50, y: 57 })).toEqual({ hex: '0101', unit: null });
    expect(state.hit({ x: -500, y: 0 })).toEqual({ hex: null, unit: null });
  });

  it('opens a pile with several lit units before one of them is chosen', () => {
    state.set(
      [...counters, counter('d', '0101')],
      ['a', 'b', 'd'].map((unit) => option(`take:${unit}`, { unit })),
    );
    expect(state.click({ hex: '0202', unit: 'b' })).toEqual({ kind: 'fan', hex: '0202' });
    state.fan = '0202';
    expect(state.click({ hex: '0202', unit: 'a' })).toMatchObject({ kind: 'answer', option: { id: 'take:a' } });
  });

  it('fans by itself where all that can be chosen lies in one hex', () => {
    state.set(
      counters,
      ['a', 'b'].map((unit) => option(`take:${unit}`, { unit })),
    );
    expect(state.fan).toBe('0202');
  });

  it('takes the one lit unit of a pile wherever it lies', () => {
    state.set(counters, [option('absorb:a', { unit: 'a' })]);
    expect(state.click({ hex: '0202', unit: 'b' })).toMatchObject({ kind: 'answer', option: { id: 'absorb:a' } });
  });

  it('chooses a lit hex through the pile in it', () => {
    state.set(counters, [option('activate:1', { hex: '0202' })]);
    expect(state.click({ hex: '0202', unit: 'b' })).toMatchObject({ kind: 'answer', option: { id: 'activate:1' } });
  });

  it('selects what is clicked even where nothing is lit', () => {
    state.set(counters, []);
    expect(state.click({ hex: '0101', unit: null })).toMatchObject({ kind: 'unlit' });
    expect(state.selected).toBe('0101');
  });

  it('forgets what was narrowed when no option fits it any more', () => {
    state.set(counters, [option('move:a', { unit: 'a', hex: '0101' })]);
    state.narrow({ unit: 'a' });
    state.set(counters, [option('move:b', { unit: 'b', hex: '0101' })]);
    expect(state.narrowed).toEqual({});
  });

  it('closes a fan that has opened by itself when the question is answered, and leaves one that a player has opened', () => {
    const state = new BoardState(hexBoard());
    const pile = [counter('a', '0202'), counter('b', '0202')];
    state.set(pile, [option('take:a', { unit: 'a' }), option('take:b', { unit: 'b' })]);
    expect(state.fan).toBe('0202');
    state.set(pile, [option('move:1', { hex: '0101' })]);
    expect(state.fan).toBeNull();
    state.fan = '0202';
    state.set(pile, [option('move:1', { hex: '0102' })]);
    expect(state.fan).toBe('0202');
  });

  it('closes a fan whose stack has gone', () => {
    state.set(counters, []);
    state.fan = '0202';
    state.set([counter('a', '0101')], []);
    expect(state.fan).toBeNull();
  });

  it('paints the open fan last, so that it lies on top', () => {
    state.set(counters, []);
    state.fan = '0202';
    expect(state.placed().map((p) => p.counter.unit)).toEqual(['c', 'a', 'b']);
  });

  it('says in words what is in a hex', () => {
    state.set(counters, [option('activate:1', { hex: '0304' })]);
    expect(state.describe('0304')).toBe('0304, clear; 3rd Tank Division, out of supply. Can be chosen.');
    expect(state.describe('0202')).toBe('0202 Furt, clear; b; a.');
  });

  it('previews the option under the pointer', () => {
    state.set(counters, [option('activate:1', { hex: '0202' })]);
    expect(state.optionsAt({ hex: '0202', unit: 'a' }).map((o) => o.id)).toEqual(['activate:1']);
    expect(state.optionsAt({ hex: '0101', unit: null })).toEqual([]);
  });
});
