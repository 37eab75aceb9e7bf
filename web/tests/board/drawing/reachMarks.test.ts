import { describe, expect, it } from 'vitest';

import type { Reach } from '../../../src/api/study';
import { BoardState } from '../../../src/board/boardState';
import {
  density,
  pathMarks,
  points,
  reachMarks,
  reachWordMarks,
  reachWords,
  riskLevel,
  riskySteps,
} from '../../../src/board/drawing/reachMarks';
import { Grid } from '../../../src/board/grid';
import { fraction } from '../../../src/ui/fractions';
import { counter, hexBoard, option } from '../../boards';

const grid = new Grid(hexBoard());
const reach: Reach = {
  from: '0101',
  allowance: '8',
  left: '8',
  hexes: {
    '0102': { left: '7', cost: '1', path: ['0102'], risk: '0', supplied: true },
    '0103': { left: '5½', cost: '2½', path: ['0102', '0103'], risk: '7/12', supplied: false, ends: true },
    '9999': { left: '1', cost: '7', path: ['9999'], risk: '0' },
  },
};

describe('reach', () => {
  it('reads halves', () => {
    expect(['8', '5½', '½', '0', '11/2'].map(points)).toEqual([8, 5.5, 0.5, 0, 5.5]);
  });

  it('fills denser where more is left', () => {
    expect(density('8', '8')).toBeGreaterThan(density('4', '8'));
    expect(density('4', '8')).toBeGreaterThan(density('0', '8'));
    expect(density('0', '0')).toBeGreaterThan(0);
  });

  it('has four levels of risk, told by triangles and not by hue', () => {
    expect(['0', '1/36', '1/2', '35/36'].map((risk) => riskLevel(fraction(risk)))).toEqual([0, 1, 2, 3]);
    const drawn = reachWordMarks(reach, grid, new Set());
    expect(drawn.match(/L-?[\d.]+ 0H/g)).toHaveLength(2);
    expect(drawn).toContain('▲ 58%');
  });

  it('writes what is left in every hex of the board, and nothing elsewhere', () => {
    const drawn = reachWordMarks(reach, grid, new Set());
    expect(drawn).toContain('>7</text>');
    expect(drawn).toContain('>5½</text>');
    expect(drawn).not.toContain('>1</text>');
    expect(reachMarks(reach, grid).match(/data-reach/g)).toHaveLength(2);
  });

  it('marks hexes where the force must stop or is out of supply', () => {
    expect(reachMarks(reach, grid)).toContain('class="reach-hex ends unsupplied" data-reach="0103"');
  });

  it('marks no stops where every march ends in any case', () => {
    const { '0103': stop } = reach.hexes;
    expect(reachMarks({ ...reach, hexes: { '0103': stop! } }, grid)).toContain('class="reach-hex unsupplied"');
  });

  it('writes on a label at the foot of a hex where counters stand', () => {
    const foot = (occupied: string[]): number =>
      Number(/reach-left"[^>]* y="([\d.]+)"/.exec(reachWordMarks(reach, grid, new Set(occupied)))![1]);
    expect(foot(['0102'])).toBeGreaterThan(foot([]));
    expect(reachWordMarks(reach, grid, new Set(['0103']))).toContain('reach-label');
    expect(reachWordMarks(reach, grid, new Set())).not.toContain('reach-label');
  });

  it('draws the path through every hex on the way', () => {
    expect(pathMarks(reach, ['0102', '0103'], grid)).toContain('M50 57.7L150 57.7L250 57.7');
    expect(pathMarks(reach, [], grid)).toBe('');
  });

  it('tells the risk at each step of the path at which it grows', () => {
    expect(riskySteps(reach, ['0102', '0103'])).toEqual([{ hex: '0103', chance: '58%' }]);
    expect(riskySteps(reach, ['0102'])).toEqual([]);
    expect(pathMarks(reach, ['0102', '0103'], grid)).toContain('>58%</text>');
  });

  it('can be listened to', () => {
    expect(reachWords(reach, '0103')).toBe(
      '5½ of 8 movement points left there; reaction succeeds on the way: 58%; out of supply there; the force must stop there',
    );
    expect(reachWords(reach, '0404')).toBe('');
  });
});

describe('a counter can be carried', () => {
  it('when its force is moving, or when a choice begins with it', () => {
    const state = new BoardState(hexBoard());
    state.set([counter('a', '0101'), counter('b', '0202')], [option('move:1', { hex: '0102' }), option('move:2', { hex: '0103' })]);
    expect(state.canBeCarried({ hex: '0101', unit: 'a' })).toBe(false);
    state.reach = reach;
    expect(state.canBeCarried({ hex: '0101', unit: 'a' })).toBe(true);
    expect(state.canBeCarried({ hex: '0202', unit: 'b' })).toBe(false);
    state.set([counter('b', '0202')], [option('activate:1', { hex: '0202' })]);
    expect(state.canBeCarried({ hex: '0202', unit: 'b' })).toBe(true);
  });
});
