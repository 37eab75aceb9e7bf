// SVG of a counter, 120 units wide around the origin: symbol, size above, strength left, movement right, and its marks.

import type { Counter } from '../../api/protocol';
import { formationColour, isLight, SHAPES, styleOf, type Livery, type Style } from './livery';
import { symbolMarks } from './symbols';

export const COUNTER_SIZE = 120;
/** How much of a spent counter's colour is washed away. */
export const WASH = 0.3;

/** What a counter looks like depends on this and on nothing else: equal keys need no new drawing. */
export function artKey(counter: Counter): string {
  const { side, nation, symbol, size, printed, strength, movement, spent, demoralized, supplied, name, unit, parent } = counter;
  return JSON.stringify([side, nation, symbol, size, printed, strength, movement, spent, demoralized, supplied, name ?? unit, parent]);
}

/** Strength as the seat knows it: what is left of its own, what is printed and a question mark of others. */
export function strengthText(counter: Pick<Counter, 'printed' | 'strength'>): string {
  return counter.strength === undefined ? `${counter.printed}?` : String(counter.strength);
}

export function counterMarks(counter: Counter, livery: Livery = {}): string {
  const style = styleOf(counter, livery);
  const reduced = counter.strength !== undefined && counter.strength < counter.printed;
  const body = [
    `<path class="body" d="${SHAPES[style.shape]}" fill="${style.body}" stroke="${style.edge}" stroke-width="3.5"/>`,
    counter.demoralized ? hatching(style) : '',
    counter.spent ? wash(style) : '',
    `<g class="symbol"${counter.spent ? ' opacity=".7"' : ''}><g transform="translate(0 -8) scale(.47)">${symbolMarks(counter.symbol, style)}</g></g>`,
    counter.parent
      ? `<rect x="-52" y="-31" width="10" height="46" fill="${formationColour(counter.parent)}" stroke="${style.edge}" stroke-width="1.6"/>`
      : '',
    text(counter.size ?? '', 0, -37, 21, style, 'size'),
    text(strengthText(counter), -31, 53, counter.strength === undefined ? 30 : 34, style, reduced ? 'number reduced' : 'number'),
    counter.movement === undefined ? '' : text(String(counter.movement), 33, 53, 34, style, 'number'),
    text(shortName(counter), 0, 25.5, 11, style, 'name'),
    reduced ? `<path class="number" d="M-50 57H-12" stroke="${style.ink}" stroke-width="3"/>` : '',
    // Not in the corner where the height of a pile is written, also when the counter lies turned.
    counter.demoralized ? badge('D', counter.spent ? 43 : -43, -43, style) : '',
    counter.supplied === false ? brokenChain(style) : '',
  ].join('');
  return `<g class="art${counter.spent ? ' spent' : ''}">${body}</g>`;
}

/** A whole SVG document of one counter, for panels: too small for its name, which stands beside it. */
export function counterPicture(counter: Counter, livery: Livery = {}): string {
  return `<svg class="picture" viewBox="-66 -66 132 132" aria-hidden="true">${counterMarks({ ...counter, name: '' }, livery)}</svg>`;
}

/** "1st Panzer Division" is "1st Panzer" on a counter. */
export function shortName(counter: Counter): string {
  const name = counter.name ?? counter.unit;
  return name.replace(/ (Division|Corps|Brigade|Regiment|Army|Battalion)$/, '');
}

function text(content: string, x: number, y: number, size: number, style: Style, part: string): string {
  if (!content) return '';
  const room = part === 'name' ? 104 : part === 'size' ? 90 : 50;
  const needed = content.length * size * 0.52;
  const fitted = needed > room ? (size * room) / needed : size;
  const weight = part === 'name' ? 600 : 700;
  return `<text class="${part}" x="${x}" y="${y}" text-anchor="middle" font-size="${fitted.toFixed(1)}" font-weight="${weight}" fill="${style.ink}">${escaped(content)}</text>`;
}

/** A spent counter is pale beneath its figures, or deep where these are light: they stay readable. */
function wash({ shape, ink, edge }: Style): string {
  return `<path class="wash" d="${SHAPES[shape]}"${isLight(ink) ? ` fill="${edge}"` : ''} fill-opacity="${WASH}"/>`;
}

function hatching(style: Style): string {
  const lines = [-90, -60, -30, 0, 30, 60, 90]
    .map((c) => `M${Math.max(-54, c - 54)} ${Math.min(54, c + 54)}L${Math.min(54, c + 54)} ${Math.max(-54, c - 54)}`)
    .join('');
  return `<path d="${lines}" fill="none" stroke="${style.ink}" stroke-width="3.5" stroke-opacity=".55"/>`;
}

function badge(letter: string, x: number, y: number, style: Style): string {
  return (
    `<circle cx="${x}" cy="${y}" r="14" fill="${style.ink}" stroke="${style.body}" stroke-width="2.5"/>` +
    `<text x="${x}" y="${y + 6.6}" text-anchor="middle" font-size="19" font-weight="700" fill="${style.body}">${letter}</text>`
  );
}

function brokenChain(style: Style): string {
  const links = 'M41-28v-3a5.5 5.5 0 0 1 11 0v8a5.5 5.5 0 0 1-4 5M52 2v3a5.5 5.5 0 0 1-11 0v-8a5.5 5.5 0 0 1 4-5';
  return [
    [style.body, 8],
    [style.ink, 3.6],
  ]
    .map(([ink, width]) => `<path d="${links}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round"/>`)
    .join('');
}

export function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
