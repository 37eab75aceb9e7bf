// Strength of stacks and sides as far as this seat knows it: sums where all is known, else the bounds that the view gives.

import type { Counter, Position } from '../api/protocol';
import { bounds, known, printed, rangeText, strengthFigure, type Look } from './look';

export interface Range {
  least: number;
  most: number;
}

/** What *counters* have together by themselves. */
export function summed(counters: readonly Counter[], look: Look): Range {
  const figure = strengthFigure(look);
  const ranges = counters.map((counter): Range => {
    const now = figure && known(counter, figure);
    const [least, most] = (figure && bounds(counter, figure)) ?? [0, (figure && printed(counter, figure)) ?? 0];
    return now === undefined ? { least, most } : { least: now, most: now };
  });
  return { least: sum(ranges, 'least'), most: sum(ranges, 'most') };
}

/** What a side has in a hex, or with no hex on the whole map: the rulebook may know it closer than unit by unit. */
export function strengthIn(position: Position, side: string, hex: string, look: Look): Range {
  const told = position.strengths?.find((row) => row.side === side && row.hex === hex);
  return (
    told ??
    summed(
      position.counters.filter((c) => c.side === side && (!hex || c.hex === hex)),
      look,
    )
  );
}

/** "9", "2 to 4", "up to 7": the strength of all *counters* that stand in a hex. */
export function strengthHere(position: Position | undefined, hex: string, counters: readonly Counter[], look: Look): string {
  if (!position) return '';
  const ranges = [...new Set(counters.map(({ side }) => side))].map((side) => strengthIn(position, side, hex, look));
  return rangeText(sum(ranges, 'least'), sum(ranges, 'most'));
}

function sum(ranges: readonly Range[], key: keyof Range): number {
  return ranges.reduce((total, range) => total + range[key], 0);
}
