import { describe, expect, it } from 'vitest';

import { clicked, lit, plain, unitsOffMap } from '../../src/board/targets';
import { counter, option } from '../boards';

const moves = [
  option('move:a:1', { unit: 'a', hex: '0101' }),
  option('move:a:2', { unit: 'a', hex: '0102' }),
  option('move:b:2', { unit: 'b', hex: '0102' }),
];
const done = option('done');

describe('what is lit', () => {
  it('is the hexes of options that name only a hex', () => {
    const { hexes, units } = lit([option('activate:1', { hex: '0101' }), done], {});
    expect([...hexes]).toEqual(['0101']);
    expect(units.size).toBe(0);
  });

  it('is the units first where options name both', () => {
    const { hexes, units } = lit(moves, {});
    expect([...units]).toEqual(['a', 'b']);
    expect(hexes.size).toBe(0);
  });

  it('is the hexes of the chosen unit, and the other units still', () => {
    const { hexes, units } = lit(moves, { unit: 'a' });
    expect([...hexes]).toEqual(['0101', '0102']);
    expect([...units]).toEqual(['a', 'b']);
  });

  it('is the hexes at once where all options are about one unit', () => {
    const arrival = [
      option('place:z:1', { unit: 'z', hex: '0101' }),
      option('place:z:2', { unit: 'z', hex: '0102' }),
      option('wait:z', { unit: 'z' }),
    ];
    expect([...lit(arrival, {}).hexes]).toEqual(['0101', '0102']);
    expect(clicked(arrival, {}, { hex: '0102' })).toMatchObject({ kind: 'answer', option: { id: 'place:z:2' } });
  });

  it('leaves options without a target to buttons', () => {
    expect(plain([...moves, done])).toEqual([done]);
  });
});

describe('a click', () => {
  it('on a hex with one option answers', () => {
    expect(clicked([option('activate:1', { hex: '0101' })], {}, { hex: '0101' })).toMatchObject({
      kind: 'answer',
      option: { id: 'activate:1' },
    });
  });

  it('on a counter in a lit hex means the hex', () => {
    expect(clicked([option('attack:1', { hex: '0101' })], {}, { hex: '0101', unit: 'enemy' })).toMatchObject({ kind: 'answer' });
  });

  it('on a hex with several options asks which', () => {
    const options = [option('attack:1', { hex: '0101' }), option('assault:1', { hex: '0101' })];
    expect(clicked(options, {}, { hex: '0101' })).toMatchObject({ kind: 'several', narrowed: { hex: '0101' }, options });
  });

  it('on a unit that can go to several hexes narrows to it, and a second one lets go', () => {
    expect(clicked(moves, {}, { unit: 'a', hex: '0303' })).toEqual({ kind: 'narrow', narrowed: { unit: 'a' } });
    expect(clicked(moves, { unit: 'a' }, { unit: 'a', hex: '0303' })).toEqual({ kind: 'narrow', narrowed: {} });
  });

  it('on a hex of the chosen unit answers, even if a friend stands there', () => {
    expect(clicked(moves, { unit: 'a' }, { hex: '0102', unit: 'b' })).toMatchObject({ kind: 'answer', option: { id: 'move:a:2' } });
  });

  it('on another unit changes the choice', () => {
    expect(clicked(moves, { unit: 'a' }, { unit: 'b', hex: '0303' })).toEqual({ kind: 'narrow', narrowed: { unit: 'b' } });
  });

  it('on a unit with an option of its own answers', () => {
    expect(clicked([option('absorb:1', { unit: 'a' })], {}, { unit: 'a', hex: '0303' })).toMatchObject({ kind: 'answer' });
  });

  it('on a hex that several units could enter asks which', () => {
    const options = clicked(moves, {}, { hex: '0102' });
    expect(options).toMatchObject({ kind: 'several' });
  });

  it('elsewhere is unlit', () => {
    expect(clicked(moves, { unit: 'a' }, { hex: '0404' })).toEqual({ kind: 'unlit', target: { hex: '0404' } });
    expect(clicked([done], {}, { hex: '0101' })).toMatchObject({ kind: 'unlit' });
  });
});

it('units without a counter on the map are listed', () => {
  expect(unitsOffMap([...moves, option('place:z', { unit: 'z', hex: '0101' })], [counter('a', '0303'), counter('b', '0303')])).toEqual([
    'z',
  ]);
});
