// Text for screen readers: a hex with its ground, a unit with its state.

import type { BoardHex, Counter, Figure } from '../api/protocol';
import { hexWords } from './grid';
import { figureWords, isReduced, known, printed, reportWords, shortWord, type Look } from './look';

/** "1410 Novgorod, city, clear, Northern control": the place, its ground, and what else is told of it. */
export function placeWords(cell: BoardHex, told: readonly string[] = []): string {
  return [hexWords(cell), cell.place ? (cell.place_kind ?? '') : '', cell.terrain, ...told].filter(Boolean).map(spaced).join(', ');
}

/** "3rd Division, tired, in supply": a unit and its marks; where the rulebook has a word for it, also that one is not there. */
export function unitWords(counter: Counter, look: Look): string {
  const said = look.marks.map(({ field, when, word, otherwise }) => {
    const value = counter[field];
    return value === undefined ? '' : value === when ? word : otherwise;
  });
  return [counter.name ?? counter.unit, reportWords(counter, look), ...said].filter(Boolean).join(', ');
}

/** "6 of 8 strength, 10 movement": every figure as far as it is known. */
export function valueWords(counter: Counter, { figures }: Look): string {
  return figures.flatMap((figure) => valueOf(counter, figure)).join(', ');
}

function valueOf(counter: Counter, figure: Figure): string[] {
  const [now, full] = [known(counter, figure), printed(counter, figure)];
  if (full === undefined) return [];
  const left = figureWords(counter, figure);
  const reduced = now === undefined ? isReduced(counter, figure) : now < full;
  return [`${left}${reduced ? ` of ${full}` : ''} ${shortWord(figure.measure, left)}`];
}

function spaced(word: string): string {
  return word.replaceAll('_', ' ');
}
