// Where a force can go: in each hex the points it would have left and the risk on the way, and the path to one of them.
// More points left is a denser fill, more risk is more and taller triangles: nothing rests on hue alone.

import { fraction, near, percent, type Fraction } from '../parts/fractions';
import type { Reach } from '../study';
import { escaped } from './counterArt';
import type { Grid } from './grid';

const DENSEST = 0.5;
const THINNEST = 0.12;
const RISKS = [0, 0.25, 0.6] as const;

/** Points such as "5½" or "11/2" as a number. */
export function points(text: string): number {
  const halved = /^(\d*)½$/.exec(text.trim());
  if (halved) return Number(halved[1] || 0) + 0.5;
  return near(fraction(text));
}

/** No, some, much or great risk: 0 to 3. */
export function riskLevel(risk: Fraction): 0 | 1 | 2 | 3 {
  const chance = near(risk);
  return RISKS.filter((least) => chance > least).length as 0 | 1 | 2 | 3;
}

/** How dense a hex is filled with so much left of so much. */
export function density(left: string, allowance: string): number {
  const whole = points(allowance);
  const share = whole > 0 ? Math.min(1, points(left) / whole) : 0;
  return THINNEST + (DENSEST - THINNEST) * share;
}

/** All hexes within reach. Where counters stand the words go beneath them. */
export function reachMarks(reach: Reach, grid: Grid, occupied: ReadonlySet<string>): string {
  const unit = grid.pitch / 100;
  const marks = Object.entries(reach.hexes).map(([id, there]) => {
    const cell = grid.cell(id);
    if (!cell) return '';
    const risk = fraction(there.risk);
    const level = riskLevel(risk);
    const y = cell.y + (occupied.has(id) ? 42 : 6) * unit;
    const size = (occupied.has(id) ? 15 : 23) * unit;
    const words = `<text class="reach-left" x="${cell.x}" y="${round(y)}" font-size="${round(size)}" text-anchor="middle">${escaped(there.left)}</text>`;
    const danger = level ? `<g class="reach-risk" transform="translate(${round(cell.x)} ${round(y + (occupied.has(id) ? -8 : 22) * unit)}) scale(${round(unit * 100) / 100})">${triangles(level, occupied.has(id))}</g>` : '';
    const fill = `<path class="reach-hex${there.ends ? ' ends' : ''}${there.supplied === false ? ' unsupplied' : ''}" data-reach="${escaped(id)}" data-risk="${level}" d="${grid.outline(cell, 2.5 * unit)}" fill-opacity="${density(there.left, reach.allowance).toFixed(2)}"/>`;
    return `${fill}${words}${danger}`;
  });
  return `<g class="reach">${marks.join('')}</g>`;
}

/** The way to a hex, from where the force stands. */
export function pathMarks(from: string, path: readonly string[], grid: Grid): string {
  const cells = [from, ...path].flatMap((id) => grid.cell(id) ?? []);
  if (cells.length < 2) return '';
  const line = cells.map((c) => `${round(c.x)} ${round(c.y)}`).join('L');
  const end = cells.at(-1)!;
  return `<path class="way-under" d="M${line}"/><path class="way" d="M${line}"/><circle class="way-end" cx="${end.x}" cy="${end.y}" r="${round(grid.pitch * 0.09)}"/>`;
}

/** A hex within reach in words. */
export function reachWords(reach: Reach, hex: string): string {
  const there = reach.hexes[hex];
  if (!there) return '';
  const risk = fraction(there.risk);
  return [
    `${there.left} of ${reach.allowance} movement points left there`,
    risk.over > 0n ? `reaction succeeds on the way: ${percent(risk)}` : 'no reaction on the way',
    there.supplied === false ? 'out of supply there' : '',
    there.ends ? 'the force must stop there' : '',
  ]
    .filter(Boolean)
    .join('; ');
}

function triangles(level: number, beside: boolean): string {
  const height = 8 + 3 * level;
  const start = beside ? 18 : -(level - 1) * 6.5;
  return Array.from({ length: level }, (_, i) => {
    const x = start + i * 13;
    return `<path d="M${x} ${-height}L${x + 6} 0H${x - 6}Z"/>`;
  }).join('');
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
