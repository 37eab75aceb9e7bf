import { describe, expect, it } from 'vitest';

import { Cursor, litHexes } from '../../src/board/input/cursor';
import { Grid, hexWords } from '../../src/board/grid';
import { counter, hexBoard, squareBoard } from '../boards';

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
    expect(grid.neighbours('0202').map((c) => c.id).sort()).toEqual(['0102', '0103', '0201', '0203', '0302', '0303']);
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

describe('the cursor', () => {
  it('appears near the middle of what is seen, then walks', () => {
    const cursor = new Cursor(new Grid(hexBoard()));
    expect(cursor.walk('right', { x: 210, y: 145 })).toBe('0202');
    expect(cursor.walk('right', { x: 0, y: 0 })).toBe('0203');
    expect(cursor.walk('left', { x: 0, y: 0 })).toBe('0202');
  });

  it('keeps its column when it walks down twice', () => {
    const cursor = new Cursor(new Grid(hexBoard()));
    cursor.place('0103');
    cursor.walk('down', { x: 0, y: 0 });
    expect(cursor.walk('down', { x: 0, y: 0 })).toBe('0303');
  });

  it('stays at the edge of the map', () => {
    const cursor = new Cursor(new Grid(hexBoard()));
    cursor.place('0101');
    expect(cursor.walk('left', { x: 0, y: 0 })).toBe('0101');
  });

  it('jumps to lit hexes in reading order, round and round, and back', () => {
    const grid = new Grid(hexBoard());
    const cursor = new Cursor(grid);
    const lit = litHexes({ hexes: new Set(['0301', '0104']), units: new Set(['a']) }, [counter('a', '0202')], grid);
    expect(lit).toEqual(['0104', '0202', '0301']);
    expect([cursor.jump(lit), cursor.jump(lit), cursor.jump(lit), cursor.jump(lit)]).toEqual(['0104', '0202', '0301', '0104']);
    expect(cursor.jump(lit, true)).toBe('0301');
  });

  it('is not put on a hex that the board has not', () => {
    const cursor = new Cursor(new Grid(hexBoard()));
    cursor.place('9999');
    expect(cursor.hex).toBeNull();
  });
});
