import { describe, expect, it } from 'vitest';

import { Grid } from '../../../src/board/grid';
import { Cursor, litHexes } from '../../../src/board/input/cursor';
import { counter, hexBoard } from '../../boards';

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
    const lit = litHexes({ hexes: new Set(['0301', '0104']), units: new Set(['a']), hexsides: new Set() }, [counter('a', '0202')], grid);
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
