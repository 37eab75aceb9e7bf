import { describe, expect, it } from 'vitest';

import { BoardState } from '../../src/board/boardState';
import { arrowMarks, labelMarks } from '../../src/board/drawing/arrowMarks';
import { cardMarks, cardValues, cardWords } from '../../src/board/drawing/hexCards';
import { hexsideMarks } from '../../src/board/drawing/hexsideMarks';
import { Grid } from '../../src/board/grid';
import { clicked, lit, plain } from '../../src/board/targets';
import { counter, hexBoard, LOOK, option } from '../boards';

const grid = new Grid(hexBoard());

describe('a hexside', () => {
  it('lies between its hexes, whichever is named first', () => {
    const line = grid.hexside('0202/0203')!;
    expect(line.middle.x).toBeCloseTo(250, 0);
    expect(line.from.x).toBeCloseTo(line.to.x, 5);
    expect(Math.abs(line.from.y - line.to.y)).toBeCloseTo(100 / Math.sqrt(3), 0);
    expect(line.across.x).toBeCloseTo(1);
    expect(grid.hexside('0203/0202')!.across.x).toBeCloseTo(-1);
    expect(grid.hexside('0202')).toBeNull();
    expect(grid.hexside('0202/9999')).toBeNull();
  });

  it('is meant by a point close to it, if it can be chosen', () => {
    const among = new Set(['0202/0203']);
    expect(grid.hexsideAt({ x: 243, y: 144 }, among, 0.2)).toBe('0202/0203');
    expect(grid.hexsideAt({ x: 257, y: 144 }, among, 0.2)).toBe('0202/0203');
    expect(grid.hexsideAt({ x: 205, y: 144 }, among, 0.2)).toBeNull();
    expect(grid.hexsideAt({ x: 157, y: 144 }, among, 0.2)).toBeNull();
  });
});

describe('lines that aim at hexsides', () => {
  const seize = [
    option('seize:a:1', { unit: 'a', start: '0202', hexside: '0202/0203' }),
    option('seize:a:2', { unit: 'a', start: '0202', hexside: '0202/0302' }),
    option('seize:b:1', { unit: 'b', start: '0203', hexside: '0202/0203' }),
  ];

  it('light their units first, then their hexsides', () => {
    expect([...lit(seize, {}).units]).toEqual(['a', 'b']);
    expect(lit(seize, {}).hexsides.size).toBe(0);
    expect([...lit(seize, { unit: 'a' }).hexsides]).toEqual(['0202/0203', '0202/0302']);
    expect(plain(seize)).toEqual([]);
  });

  it('are chosen by the hexside, or by a hex beside it', () => {
    expect(clicked(seize, { unit: 'a' }, { hexside: '0202/0203' })).toMatchObject({ kind: 'answer', option: { id: 'seize:a:1' } });
    expect(clicked(seize, {}, { hexside: '0202/0203' })).toMatchObject({ kind: 'several' });
    expect(clicked(seize, { unit: 'a' }, { hex: '0302' })).toMatchObject({ kind: 'answer', option: { id: 'seize:a:2' } });
  });

  const attack = [
    option('attack:1', { start: '0202', hexside: '0202/0203' }),
    option('attack:2', { start: '0202', hexside: '0202/0302' }),
    option('attack:3', { start: '0301', hexside: '0301/0302' }),
  ];

  it('without units begin at their hex, and another may be chosen instead', () => {
    expect([...lit(attack, {}).hexes]).toEqual(['0202', '0301']);
    expect(clicked(attack, {}, { hex: '0202' })).toEqual({ kind: 'narrow', narrowed: { start: '0202' } });
    expect([...lit(attack, { start: '0202' }).hexsides]).toEqual(['0202/0203', '0202/0302']);
    expect(clicked(attack, { start: '0202' }, { hex: '0301' })).toEqual({ kind: 'narrow', narrowed: { start: '0301' } });
    expect(clicked(attack, { start: '0202' }, { hex: '0202' })).toEqual({ kind: 'narrow', narrowed: {} });
    expect(clicked(attack, { start: '0202' }, { hex: '0302' })).toMatchObject({ kind: 'answer', option: { id: 'attack:2' } });
  });

  it('are hit on the map where they are lit', () => {
    const state = new BoardState(hexBoard(), LOOK);
    state.set([counter('a', '0202')], seize);
    expect(state.hit({ x: 245, y: 144 }).hexside).toBeUndefined();
    state.narrow({ unit: 'a' });
    const hit = state.hit({ x: 245, y: 144 });
    expect(hit).toMatchObject({ hex: '0202', hexside: '0202/0203' });
    expect(state.isLit(hit)).toBe(true);
    expect(state.optionsAt(hit).map(({ id }) => id)).toEqual(['seize:a:1']);
    expect(state.litHexes).toEqual(['0202', '0203', '0302']);
  });
});

describe('what lies on hexsides', () => {
  const [red, blue] = [
    { colour: 'red', dashed: false },
    { colour: 'blue', dashed: true },
  ];

  it('is a front in both colours, one of them dashed', () => {
    const drawn = hexsideMarks('front', [{ hexside: '0202/0203', side: red, facing: blue, text: '' }], grid);
    expect(drawn).toContain('stroke="red"');
    expect(drawn).toMatch(/stroke="blue"[^>]*stroke-dasharray/);
  });

  it('is a wall with the number of its layers, and a flag; what is not on the map is left out', () => {
    expect(hexsideMarks('wall', [{ hexside: '0202/0203', side: red, facing: null, text: '2' }], grid)).toContain('>2</text>');
    expect(hexsideMarks('flag', [{ hexside: '0202/0203', side: null, facing: blue, text: '' }], grid)).toContain('fill="blue"');
    expect(hexsideMarks('flag', [{ hexside: '0202/9999', side: red, facing: null, text: '' }], grid)).toBe('');
  });

  it('is crossed by arrows, dashed where they are drafts', () => {
    const arrow = { start: '0202', to: '0202/0203', colour: 'red', text: '3 men', draft: true };
    expect(arrowMarks([arrow], grid)).toMatch(/stroke-dasharray.*3 men/s);
    expect(arrowMarks([{ ...arrow, draft: false }], grid)).not.toContain('stroke-dasharray');
    expect(arrowMarks([{ ...arrow, start: '9999' }], grid)).toBe('');
    expect(labelMarks([{ at: '0202/0203', text: 'R', colour: 'red' }], grid)).toContain('>R</text>');
  });
});

describe('a card', () => {
  const look = {
    ...LOOK,
    card: [
      { field: 'tanks', measure: { short: 'tk', short_one: '', one: 'tank point', many: 'tank points' }, leads: false },
      { field: 'men', measure: { short: 'men', short_one: 'man', one: 'man point', many: 'man points' }, leads: true },
    ],
  };
  const card = { hex: '0202', side: 'red', values: { men: 12, tanks: 1 }, words: ['ME'] };

  it('begins with the row that leads, and is read aloud in words', () => {
    expect(cardValues(card, look).map(({ field }) => field)).toEqual(['men', 'tanks']);
    expect(cardWords(card, look)).toBe('12 man points, 1 tank point, ME');
    expect(cardWords({ ...card, title: '2nd Army', values: { men: '?' } }, look)).toBe('2nd Army: ? man points, ME');
  });

  it('counts one as one, also in the short word', () => {
    expect(cardMarks([{ ...card, values: { men: 1 } }], grid, look, new Set())).toMatch(/>1<tspan[^>]*> man</);
    expect(cardMarks([{ ...card, values: { men: 2 } }], grid, look, new Set())).toMatch(/>2<tspan[^>]*> men</);
  });

  it('stands whole in an empty hex, and as a strip beneath counters', () => {
    expect(cardMarks([card], grid, look, new Set())).toContain('class="lead"');
    expect(cardMarks([card], grid, look, new Set(['0202']))).not.toContain('class="lead"');
    expect(cardMarks([{ ...card, hex: '9999' }], grid, look, new Set())).toBe('');
  });
});
