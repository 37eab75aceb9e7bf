// SVG of ways along their hexes: a line from middle to middle with a head, and short texts where it stops on the way. What
// is only planned is dashed; what flies has longer dashes, and its line is thin.

import type { Grid } from '../grid';
import type { Point } from '../viewport/camera';
import { badge } from './hexsideMarks';

export interface WayMark {
  hexes: readonly string[];
  colour: string;
  stops?: readonly { hex: string; text: string }[];
  flies?: boolean;
  /** It has been gone, and is not only planned. */
  gone?: boolean;
}

/** The head is so long and half as wide, in hundredths of a hex. */
const HEAD = 26;

export function wayMarks(ways: readonly WayMark[], grid: Grid): string {
  const unit = grid.pitch / 100;
  // Texts lie over all lines; where several ways stop in one hex, each text once.
  const texts = new Map<string, string>();
  const lines = ways.flatMap((way) => {
    const points = way.hexes.flatMap((id) => grid.cell(id) ?? []);
    for (const { hex, text } of way.stops ?? []) {
      const at = grid.cell(hex);
      if (at)
        texts.set(`${hex} ${text}`, `<g style="--badge:${way.colour}">${badge(text, { x: at.x, y: at.y - 30 * unit }, 1.5 * unit)}</g>`);
    }
    return points.length > 1 ? [drawn(way, points, unit)] : [];
  });
  return lines.join('') + [...texts.values()].join('');
}

function drawn({ colour, flies = false, gone = false }: WayMark, points: readonly Point[], unit: number): string {
  const [before, end] = points.slice(-2) as [Point, Point];
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const along = { x: (end.x - before.x) / length, y: (end.y - before.y) / length };
  const at = (back: number, aside = 0): string =>
    `${(end.x - (along.x * back + along.y * aside) * unit).toFixed(1)} ${(end.y - (along.y * back - along.x * aside) * unit).toFixed(1)}`;
  const d = `M${[...points.slice(0, -1).map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`), at(HEAD - 4)].join('L')}`;
  const dashes = gone ? '' : ` stroke-dasharray="${(flies ? 40 : 22) * unit} ${(flies ? 18 : 10) * unit}"`;
  const wide = flies ? 8 : 13;
  const joined = 'fill="none" stroke-linejoin="round" stroke-linecap="round"';
  return (
    `<g class="way-line${flies ? ' flight' : ''}"><path d="${d}" ${joined} stroke="var(--paper)" stroke-opacity=".85" stroke-width="${(wide + 8) * unit}"/>` +
    `<path d="${d}" ${joined} stroke="${colour}" stroke-width="${wide * unit}"${dashes}/>` +
    `<path d="M${at(0)}L${at(HEAD, HEAD * 0.6)}L${at(HEAD, -HEAD * 0.6)}Z" fill="${colour}" stroke="var(--paper)" stroke-width="${3 * unit}" paint-order="stroke"/></g>`
  );
}
