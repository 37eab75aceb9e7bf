import { describe, expect, it } from 'vitest';

import { Grid, hexWords } from '../../src/board/grid';
import { hexBoard, squareBoard } from '../boards';

describe('the grid', () => {
  const grid = new Grid(hexBoard());

  it('reads pitch and shape off the middles', () => {
    expect(grid.pitch).toBeCloseTo(100, 0);
    expect(grid.square).toBe(false);
    expect(new Grid(squareBoard()).square).toBe(true);
  });

  it('finds the hex under a point, also near its corner', () => {
    expect(grid.at({ x: 152, y: 60 })?.id).toBe('0102');
    expect(grid.at({ x: 150, y: 57.7 - 54 })?.id).toBe('0102');
  });

  it('finds nothing beside the map', () => {
    expect(grid.at({ x: -40, y: -40 })).toBeNull();
  });

  it('knows the six neighbours of an inner hex', () => {
    expect(
      grid
        .neighbours('0202')
        .map((c) => c.id)
        .sort(),
    ).toEqual(['0102', '0103', '0201', '0203', '0302', '0303']);
  });

  it('draws six corners for hexes and four for squares', () => {
    expect(grid.corners({ x: 0, y: 0 })).toHaveLength(6);
    expect(new Grid(squareBoard()).corners({ x: 0, y: 0 })).toHaveLength(4);
  });

  it('draws the border of a region without the sides that its hexes share', () => {
    const sides = (ids: string[]): number => grid.border(new Set(ids)).split('M').length - 1;
    expect(sides(['0202'])).toBe(6);
    expect(sides(['0202', '0203'])).toBe(10);
    expect(sides(['0202', '0203', '0302', '0303', '0201', '0102', '0103'])).toBe(18);
  });

  it('calls a hex by its number and its place', () => {
    expect(hexWords(grid.cell('0202')!)).toBe('0202 Furt');
    expect(hexWords(grid.cell('0101')!)).toBe('0101');
  });
});
