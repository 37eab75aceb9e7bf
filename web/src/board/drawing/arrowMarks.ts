// SVG of arrows from a hex to a hex or across a hexside, and of labels on the map. What is only planned is dashed.

import type { Grid } from '../grid';
import type { Point } from '../viewport/camera';
import { badge } from './hexsideMarks';

export interface ArrowMark {
  start: string;
  to: string;
  colour: string;
  text: string;
  draft: boolean;
}

export interface LabelMark {
  at: string;
  text: string;
  colour: string;
}

/** An arrow begins beside what stands in its hex, and ends so far beyond a hexside or before the middle of a hex. */
const BEGIN = 30;
const BEYOND = 17;
const BEFORE = 26;
const HEAD = 20;

export function arrowMarks(arrows: readonly ArrowMark[], grid: Grid): string {
  const unit = grid.pitch / 100;
  // Arrows along the same way lie beside each other.
  const taken = new Map<string, number>();
  return arrows
    .flatMap((arrow) => {
      const way = wayOf(arrow, grid);
      if (!way) return [];
      const key = `${arrow.start} ${arrow.to}`;
      const nth = taken.get(key) ?? 0;
      taken.set(key, nth + 1);
      return [drawn(arrow, way, ((nth + 1) >> 1) * (nth % 2 ? 1 : -1) * 13 * unit, unit)];
    })
    .join('');
}

export function labelMarks(labels: readonly LabelMark[], grid: Grid): string {
  const unit = grid.pitch / 100;
  return labels
    .flatMap(({ at, text, colour }) => {
      const where = grid.cell(at) ?? grid.hexside(at)?.middle;
      if (!where) return [];
      const low = grid.cell(at) ? { x: where.x, y: where.y + 40 * unit } : where;
      return [`<g style="--badge:${colour}">${badge(text, low, unit)}</g>`];
    })
    .join('');
}

/** Where an arrow begins and ends on the map. */
function wayOf({ start, to }: ArrowMark, grid: Grid): [Point, Point] | null {
  const unit = grid.pitch / 100;
  const from = grid.cell(start);
  if (!from) return null;
  const line = grid.hexside(to);
  const aim = line?.middle ?? grid.cell(to);
  if (!aim) return null;
  const length = Math.hypot(aim.x - from.x, aim.y - from.y);
  if (!length) return null;
  const along = { x: (aim.x - from.x) / length, y: (aim.y - from.y) / length };
  const on = (far: number): Point => ({ x: from.x + along.x * far, y: from.y + along.y * far });
  return [on(BEGIN * unit), on(length + (line ? BEYOND : -BEFORE) * unit)];
}

function drawn({ colour, text, draft }: ArrowMark, [from, to]: [Point, Point], aside: number, unit: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const at = (back: number, beside = 0): string => {
    const off = aside + beside * unit;
    return `${(to.x - along.x * back * unit - along.y * off).toFixed(1)} ${(to.y - along.y * back * unit + along.x * off).toFixed(1)}`;
  };
  const line = `M${at(length / unit)}L${at(HEAD - 2)}`;
  const dashes = draft ? ` stroke-dasharray="${9 * unit} ${5 * unit}"` : '';
  const middle = { x: (from.x + to.x) / 2 - along.y * aside, y: (from.y + to.y) / 2 + along.x * aside };
  return (
    `<g class="arrow${draft ? ' draft' : ''}"><path d="${line}" fill="none" stroke="var(--paper)" stroke-width="${13 * unit}"/>` +
    `<path d="${line}" fill="none" stroke="${colour}" stroke-width="${8 * unit}"${dashes}/>` +
    `<path d="M${at(0)}L${at(HEAD, 12)}L${at(HEAD, -12)}Z" fill="${colour}" stroke="var(--paper)" stroke-width="${2.5 * unit}" paint-order="stroke"/>` +
    `${text ? badge(text, middle, unit) : ''}</g>`
  );
}
