// Small boards and counters for the tests.

import type { BoardMap, Counter, Option, Target } from '../src/api/protocol';

/** Hexes 100 apart in rows, odd rows shifted half a hex east: 0101, 0102 ... as rows and columns. */
export function hexBoard(rows = 4, columns = 5): BoardMap {
  const hexes = [];
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++)
      hexes.push({
        id: number(r, c),
        x: 50 + 100 * c + (r % 2 ? 50 : 0),
        y: 57.7 + 86.6 * r,
        terrain: 'clear',
        place: r === 1 && c === 1 ? 'Furt' : '',
      });
  return { name: 'test', title: 'Test', width: 100 * columns + 50, height: 86.6 * rows + 29, hex_size: 57.7, hexes };
}

export function squareBoard(): BoardMap {
  const hexes = [];
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) hexes.push({ id: number(r, c), x: 50 + 100 * c, y: 50 + 100 * r, terrain: 'clear' });
  return { name: 'squares', title: 'Squares', width: 300, height: 300, hex_size: 50, hexes };
}

export function counter(unit: string, hex: string, more: Partial<Counter> = {}): Counter {
  return { unit, hex, side: 'red', symbol: 'infantry', printed: 4, movement: 4, ...more };
}

export function option(id: string, target: Target = {}): Option {
  return { id, text: id, rule: '1', target };
}

function number(r: number, c: number): string {
  return `${String(r + 1).padStart(2, '0')}${String(c + 1).padStart(2, '0')}`;
}
