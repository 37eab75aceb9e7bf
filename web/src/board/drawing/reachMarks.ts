// SVG of a movement range: in each hex the points it would have left and the risk on the way, and the path to one of
// them. More points left is a denser fill, more risk is more triangles and a number: nothing rests on hue alone.

import type { Reach } from '../../api/study';
import { fraction, near, percent, type Fraction } from '../../ui/fractions';
import type { Grid } from '../grid';
import type { Look } from '../look';
import { escaped } from './counterArt';

const DENSEST = 0.5;
const THINNEST = 0.12;
/** Above each of these chances the risk is one level higher. */
export const RISKS = [0, 0.25, 0.6] as const;

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

/** Whether it is worth marking where a force must stop: not where every march ends in any case. */
export function endsDiffer(reach: Reach): boolean {
  const ends = Object.values(reach.hexes).map((there) => there.ends === true);
  return ends.includes(true) && ends.includes(false);
}

/** All hexes within reach, beneath the counters. */
export function reachMarks(reach: Reach, grid: Grid, isAim: (hex: string) => boolean = () => false): string {
  const unit = grid.pitch / 100;
  const differ = endsDiffer(reach);
  const marks = Object.entries(reach.hexes).map(([id, there]) => {
    const cell = grid.cell(id);
    if (!cell) return '';
    const kinds = `${isAim(id) ? ' target' : ''}${there.ends && differ ? ' ends' : ''}${there.supplied === false ? ' unsupplied' : ''}`;
    return `<path class="reach-hex${kinds}" data-reach="${escaped(id)}" data-risk="${riskLevel(fraction(there.risk))}" d="${grid.outline(cell, 2.5 * unit)}" fill-opacity="${density(there.left, reach.allowance).toFixed(2)}"/>`;
  });
  return `<g class="reach">${marks.join('')}</g>`;
}

/** What is left and risked in each hex, over everything else; where counters stand, on a label at the foot of the hex. */
export function reachWordMarks(reach: Reach, grid: Grid, occupied: ReadonlySet<string>): string {
  const unit = grid.pitch / 100;
  const marks = Object.entries(reach.hexes).map(([id, there]) => {
    const cell = grid.cell(id);
    if (!cell) return '';
    const risk = fraction(there.risk);
    const words = occupied.has(id) ? labelled(there.left, risk) : open(there.left, risk);
    return `<g transform="translate(${round(cell.x)} ${round(cell.y)}) scale(${round(unit * 100) / 100})">${words}</g>`;
  });
  return `<g class="reach-words">${marks.join('')}</g>`;
}

/** The way to a hex, from where the force stands; wherever the risk grows on it, the chance so far. */
export function pathMarks(reach: Reach, path: readonly string[], grid: Grid): string {
  const cells = [reach.from, ...path].flatMap((id) => grid.cell(id) ?? []);
  if (cells.length < 2) return '';
  const unit = grid.pitch / 100;
  const line = cells.map((c) => `${round(c.x)} ${round(c.y)}`).join('L');
  const end = cells.at(-1)!;
  return (
    `<path class="way-under" d="M${line}"/><path class="way" d="M${line}"/><circle class="way-end" cx="${end.x}" cy="${end.y}" r="${round(9 * unit)}"/>` +
    riskySteps(reach, path)
      .map(({ hex, chance }) => {
        const at = grid.cell(hex);
        return at
          ? `<g class="step-risk" transform="translate(${round(at.x)} ${round(at.y - 27 * unit)}) scale(${round(unit * 100) / 100})"><rect x="-24" y="-11" width="48" height="22" rx="11"/><text y="5.5" font-size="16">${chance}</text></g>`
          : '';
      })
      .join('')
  );
}

/** The steps of a path at which the risk grows, each with the chance up to there. */
export function riskySteps(reach: Reach, path: readonly string[]): { hex: string; chance: string }[] {
  let before = 0;
  return path.flatMap((hex) => {
    const there = reach.hexes[hex];
    const risk = there ? fraction(there.risk) : null;
    if (!risk || near(risk) <= before) return [];
    before = near(risk);
    return [{ hex, chance: percent(risk) }];
  });
}

/** A hex within reach in words. */
export function reachWords(reach: Reach, hex: string, look: Look): string {
  const there = reach.hexes[hex];
  if (!there) return '';
  return [
    `${there.left} of ${reach.allowance} ${look.movement.many} left there`,
    riskWords(fraction(there.risk), look),
    supplyWords(there.supplied),
    there.ends ? 'the force must stop there' : '',
  ]
    .filter(Boolean)
    .join('; ');
}

/** What is risked on the way, and how likely it is; nothing in a game without such risks. */
export function riskWords(risk: Fraction, { risk: { some, none } }: Look): string {
  if (risk.over > 0n) return `${some || 'risk'} on the way: ${percent(risk)}`;
  return none ? `${none} on the way` : '';
}

/** The supply of the force at the end of its way; nothing where the rulebook does not say. */
export function supplyWords(supplied: boolean | null | undefined): string {
  return supplied === false ? 'out of supply there' : supplied ? 'in supply there' : '';
}

/** In a hex without counters: the points large in the middle, the risk beneath. */
function open(left: string, risk: Fraction): string {
  const level = riskLevel(risk);
  const danger = level
    ? `<g class="reach-risk" transform="translate(0 29)">${triangles(level)}</g><text class="reach-chance" y="28" font-size="15">▲ ${percent(risk)}</text>`
    : '';
  return `<text class="reach-left" y="${level ? 4 : 8}" font-size="23">${escaped(left)}</text>${danger}`;
}

function labelled(left: string, risk: Fraction): string {
  const level = riskLevel(risk);
  const half = level ? 12 + 6 * level : 12;
  return (
    `<rect class="reach-label" x="${-half}" y="37" width="${2 * half}" height="19" rx="5"/>` +
    `<text class="reach-left" x="${level ? -6 * level : 0}" y="52.5" font-size="17">${escaped(left)}</text>` +
    (level ? `<g class="reach-risk" transform="translate(8 52)">${triangles(level, 8.5)}</g>` : '')
  );
}

function triangles(level: number, width = 13): string {
  const half = width / 2 - 0.5;
  return Array.from({ length: level }, (_, i) => {
    const x = (i - (level - 1) / 2) * width;
    return `<path d="M${x} ${-1.7 * half}L${x + half} 0H${x - half}Z"/>`;
  }).join('');
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
