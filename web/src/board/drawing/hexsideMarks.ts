// SVG of what lies on hexsides: a front line, walls with their layers, flags. Each side has a colour, and one of them is
// dashed, so that nothing rests on hue alone.

import type { Grid, HexsideLine } from '../grid';
import type { Point } from '../viewport/camera';
import { escaped } from './counterArt';

export type HexsideLook = 'front' | 'wall' | 'flag';

export interface HexsideInk {
  colour: string;
  dashed: boolean;
}

/** A hexside with the inks of its halves: towards the first hex of its name, and towards the second. */
export interface HexsideMark {
  hexside: string;
  side: HexsideInk | null;
  facing: HexsideInk | null;
  text: string;
}

/** How far the halves of a front lie from the hexside, and how thick they are, in hundredths of a hex. */
const HALF = 4;
const THICK = 6.5;

export function hexsideMarks(look: HexsideLook, marks: readonly HexsideMark[], grid: Grid): string {
  const drawn = marks.flatMap((mark) => {
    const line = grid.hexside(mark.hexside);
    return line ? [{ mark, line }] : [];
  });
  if (look !== 'front') return drawn.map(({ mark, line }) => (look === 'wall' ? wall(mark, line, grid) : flag(mark, line, grid))).join('');
  const unit = grid.pitch / 100;
  const under = drawn.map(({ line }) => stroke(line, 0)).join('');
  const texts = drawn.filter(({ mark }) => mark.text).map(({ mark, line }) => badge(mark.text, line.middle, unit));
  return (
    `<path d="${under}" fill="none" stroke="var(--paper)" stroke-width="${(THICK * 2 + 5) * unit}" stroke-linecap="round"/>` +
    halves(drawn, unit) +
    texts.join('')
  );
}

/** The halves of a front, all of one ink in one path. */
function halves(drawn: readonly { mark: HexsideMark; line: HexsideLine }[], unit: number): string {
  const paths = new Map<string, { ink: HexsideInk; width: number; d: string }>();
  const add = (ink: HexsideInk, width: number, d: string): void => {
    const key = `${ink.colour} ${ink.dashed} ${width}`;
    const found = paths.get(key) ?? { ink, width, d: '' };
    paths.set(key, { ...found, d: found.d + d });
  };
  for (const { mark, line } of drawn) {
    const { side, facing } = mark;
    if (side && facing) {
      add(side, THICK, stroke(line, -HALF * unit));
      add(facing, THICK, stroke(line, HALF * unit));
    } else {
      const ink = side ?? facing;
      if (ink) add(ink, THICK * 1.6, stroke(line, 0));
    }
  }
  return [...paths.values()]
    .map(({ ink, width, d }) => {
      const dashes = ink.dashed ? ` stroke-dasharray="${11 * unit} ${4 * unit}"` : ' stroke-linecap="round"';
      return `<path d="${d}" fill="none" stroke="${ink.colour}" stroke-width="${width * unit}"${dashes}/>`;
    })
    .join('');
}

/** A wall: teeth away from whoever has built it, and the number of its layers. */
function wall(mark: HexsideMark, line: HexsideLine, grid: Grid): string {
  const unit = grid.pitch / 100;
  const ink = mark.side ?? mark.facing;
  const outwards = mark.side ? 1 : -1;
  const inside = -outwards * 9 * unit;
  const teeth = [0.2, 0.5, 0.8].map((along) => {
    const foot = between(line, along);
    const at = (aside: number, ahead: number): string =>
      point({
        x: foot.x + line.along.x * aside * unit + line.across.x * (inside + outwards * ahead * unit),
        y: foot.y + line.along.y * aside * unit + line.across.y * (inside + outwards * ahead * unit),
      });
    return `M${at(-6, 0)}L${at(0, 8)}L${at(6, 0)}Z`;
  });
  const where = shifted(line, inside);
  return (
    `<path d="M${point(where[0])}L${point(where[1])}" fill="none" stroke="${ink?.colour ?? 'var(--ink)'}" stroke-width="${5 * unit}"/>` +
    `<path d="${teeth.join('')}" fill="${ink?.colour ?? 'var(--ink)'}" stroke="var(--paper)" stroke-width="${unit}"/>` +
    (mark.text
      ? badge(mark.text, { x: line.middle.x + line.across.x * inside * 1.6, y: line.middle.y + line.across.y * inside * 1.6 }, unit)
      : '')
  );
}

/** A small flag at the middle of a hexside, on the ground of whoever has planted it. */
function flag(mark: HexsideMark, line: HexsideLine, grid: Grid): string {
  const unit = grid.pitch / 100;
  const ink = mark.side ?? mark.facing;
  const inwards = (mark.side ? -1 : 1) * 13 * unit;
  const at = { x: line.middle.x + line.across.x * inwards, y: line.middle.y + line.across.y * inwards };
  const x = (n: number): string => (at.x + n * unit).toFixed(1);
  const y = (n: number): string => (at.y + n * unit).toFixed(1);
  return (
    `<g class="flag"><path d="M${x(-6)} ${y(12)}V${y(-13)}L${x(11)} ${y(-6)}L${x(-6)} ${y(1)}" fill="${ink?.colour ?? 'var(--ink)'}" ` +
    `stroke="var(--paper)" stroke-width="${5 * unit}" stroke-linejoin="round" paint-order="stroke"/>` +
    `<path d="M${x(-6)} ${y(12)}V${y(-13)}" stroke="var(--ink)" stroke-width="${2 * unit}"/>` +
    (mark.text ? badge(mark.text, { x: at.x + 12 * unit, y: at.y + 8 * unit }, unit * 0.8) : '') +
    '</g>'
  );
}

export function badge(text: string, at: Point, unit: number): string {
  const width = Math.max(20, 8 + text.length * 10) * unit;
  return (
    `<g class="badge"><rect x="${(at.x - width / 2).toFixed(1)}" y="${(at.y - 10 * unit).toFixed(1)}" width="${width.toFixed(1)}" height="${20 * unit}" rx="${10 * unit}"/>` +
    `<text x="${at.x.toFixed(1)}" y="${(at.y + 5.6 * unit).toFixed(1)}" text-anchor="middle" font-size="${(16 * unit).toFixed(1)}" font-weight="700">${escaped(text)}</text></g>`
  );
}

/** The hexside as a line, moved so far towards the second of its hexes. */
function stroke(line: HexsideLine, by: number): string {
  const [a, b] = shifted(line, by);
  return `M${point(a)}L${point(b)}`;
}

function shifted({ from, to, across }: HexsideLine, by: number): [Point, Point] {
  const moved = (p: Point): Point => ({ x: p.x + across.x * by, y: p.y + across.y * by });
  return [moved(from), moved(to)];
}

function between({ from, to }: HexsideLine, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function point({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
