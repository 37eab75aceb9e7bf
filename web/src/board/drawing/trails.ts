// SVG of movement trails of others: a line along the way that each force took, with a point at its end.

import type { Grid } from '../grid';
import type { Point } from '../viewport/camera';

export interface Trail {
  from: string;
  to: string;
  /** The hexes between, where they are known. */
  by?: readonly string[];
}

/** The line ends before the counter that has arrived, the head of its arrow is so long and half as wide (in hundredths of a hex). */
const SHORT = 38;
const HEAD = 17;

export function trailMarks(trails: readonly Trail[], grid: Grid): string {
  const drawn = new Set<string>();
  for (const { from, to, by = [] } of trails) {
    const way = [from, ...by, to].flatMap((id) => grid.cell(id) ?? []);
    if (way.length > 1 && from !== to) drawn.add(arrow(way, grid.pitch / 100));
  }
  return [...drawn].join('');
}

function arrow(way: readonly Point[], unit: number): string {
  const [before, end] = way.slice(-2) as [Point, Point];
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const along = { x: (end.x - before.x) / length, y: (end.y - before.y) / length };
  const at = (back: number, aside = 0): string =>
    `${round(end.x - (along.x * back + along.y * aside) * unit)} ${round(end.y - (along.y * back - along.x * aside) * unit)}`;
  const start = way[0]!;
  const line = `M${[...way.slice(0, -1).map((p) => `${round(p.x)} ${round(p.y)}`), at(SHORT + HEAD - 2)].join('L')}`;
  return (
    `<g class="trail"><path class="under" d="${line}"/><path d="${line}"/><circle cx="${round(start.x)}" cy="${round(start.y)}" r="${round(6 * unit)}"/>` +
    `<path class="head" d="M${at(SHORT)}L${at(SHORT + HEAD, HEAD / 2)}L${at(SHORT + HEAD, -HEAD / 2)}Z"/></g>`
  );
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
