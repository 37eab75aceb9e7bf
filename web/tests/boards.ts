// Small boards and counters for the tests.

import type { BoardHex, BoardMap, Counter, Option, Target } from '../src/api/protocol';
import { boardHex } from './documents';
import { PLAIN, type Look } from '../src/board/look';

/** Hexes 100 apart in rows, odd rows shifted half a hex east: 0101, 0102 ... as rows and columns. */
export function hexBoard(rows = 4, columns = 5): BoardMap {
  const hexes: BoardHex[] = [];
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++)
      hexes.push(boardHex(number(r, c), 50 + 100 * c + (r % 2 ? 50 : 0), 57.7 + 86.6 * r, r === 1 && c === 1 ? 'Furt' : ''));
  return board({ name: 'test', title: 'Test', width: 100 * columns + 50, height: 86.6 * rows + 29, hex_size: 57.7, hexes });
}

export function squareBoard(): BoardMap {
  const hexes: BoardHex[] = [];
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) hexes.push(boardHex(number(r, c), 50 + 100 * c, 50 + 100 * r));
  return board({ name: 'squares', title: 'Squares', width: 300, height: 300, hex_size: 50, hexes });
}

function board(given: Omit<BoardMap, 'shape' | 'scale_km' | 'corners'>): BoardMap {
  return { shape: 'hex', scale_km: null, corners: [], ...given };
}

export function counter(unit: string, hex: string, more: Partial<Counter> = {}): Counter {
  return { unit, hex, side: 'red', symbol: 'infantry', printed: 4, movement: 4, ...more };
}

export function option(id: string, target: Target = {}): Option {
  return { id, text: id, rule: '1', target };
}

/** A game whose counters have strength and movement, can be spent and shaken, and may be cut off. */
export const LOOK: Look = {
  ...PLAIN,
  figures: [
    {
      field: 'strength',
      printed: 'printed',
      least: 'strength_least',
      most: 'strength_most',
      place: 'left',
      sums: true,
      measure: { short: 'SP', short_one: '', one: 'strength point', many: 'strength points' },
    },
    {
      field: 'movement',
      printed: '',
      least: '',
      most: '',
      place: 'right',
      sums: false,
      measure: { short: 'MA', short_one: '', one: 'allowance', many: 'allowance' },
    },
  ],
  marks: [
    { field: 'spent', when: true, word: 'spent', otherwise: '', look: 'turned', letter: '', adverse: false },
    { field: 'demoralized', when: true, word: 'demoralized', otherwise: '', look: 'hatched', letter: 'D', adverse: false },
    { field: 'supplied', when: false, word: 'out of supply', otherwise: 'in supply', look: 'chain', letter: '', adverse: true },
  ],
  fates: [
    { name: 'due', title: 'To come', lost: false },
    { name: 'pool', title: 'Eliminated, can be rebuilt', lost: true },
    { name: 'gone', title: 'Out of the game', lost: true },
  ],
  movement: { short: 'MP', short_one: '', one: 'movement point', many: 'movement points' },
  risk: { name: 'a reaction', some: 'reaction succeeds', none: 'no reaction' },
  cells: { '1h': '1♥', '0d': '0♦' },
  endings: ['Division', 'Corps'],
};

function number(r: number, c: number): string {
  return `${String(r + 1).padStart(2, '0')}${String(c + 1).padStart(2, '0')}`;
}
