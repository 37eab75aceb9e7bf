// Text for screen readers: a hex with its ground, a unit with its state.

import type { BoardHex, Counter } from '../api/protocol';
import { hexWords } from './grid';

/** "1410 Novgorod, city, clear, Soviet control": the place, its ground, and what else is told of it. */
export function placeWords(cell: BoardHex, told: readonly string[] = []): string {
  return [hexWords(cell), cell.place ? (cell.place_kind ?? '') : '', cell.terrain, ...told].filter(Boolean).map(spaced).join(', ');
}

/** "3rd Tank Division, spent, in supply". */
export function unitWords(counter: Counter): string {
  return [counter.name ?? counter.unit, ...stateWords(counter)].join(', ');
}

/** The marks on a counter as words, and whether it is in supply, as far as that is known. */
function stateWords(counter: Counter): string[] {
  const supply = counter.supplied === undefined ? '' : counter.supplied ? 'in supply' : 'out of supply';
  return [counter.spent ? 'spent' : '', counter.demoralized ? 'demoralized' : '', supply].filter(Boolean);
}

/** "6 of 8 SP, 10 MA": strength as far as it is known, and movement. */
export function valueWords({ printed, strength, movement }: Pick<Counter, 'printed' | 'strength' | 'movement'>): string {
  const left = strength === undefined ? `up to ${printed} SP` : strength < printed ? `${strength} of ${printed} SP` : `${strength} SP`;
  return movement === undefined ? left : `${left}, ${movement} MA`;
}

function spaced(word: string): string {
  return word.replaceAll('_', ' ');
}
