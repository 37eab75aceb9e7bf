// SVG of a counter, 120 units wide around the origin: symbol, size above, figures below, and its marks.

import type { Counter, Figure } from '../../api/protocol';
import { ageOf, figureText, isReduced, isSighting, marksOn, PLAIN, shortName, type Look } from '../look';
import { formationColour, isLight, SHAPES, styleOf, type Style } from './livery';
import { symbolMarks } from './symbols';

export const COUNTER_SIZE = 120;
/** How much of a turned counter's colour is washed away. */
export const WASH = 0.3;
/** Where figures stand at the foot of a counter. */
const PLACES: Record<Figure['place'], number> = { left: -31, middle: 0, right: 33 };
/** Three of them stand farther apart and are smaller, so that "12 3 6" is not read as one number. */
const THREE: typeof PLACES = { left: -36, middle: 5, right: 40 };
/** How far apart the badges of several marks lie. */
const BADGES = 30;

/** What a counter looks like depends on this and on nothing else: equal keys need no new drawing. */
export function artKey(counter: Counter, look: Look = PLAIN): string {
  const { side, nation, symbol, size, name, unit, parent } = counter;
  const fields = [
    ...look.figures.flatMap(({ field, printed, least, most }) => [field, printed, least, most]),
    ...look.marks.map(({ field }) => field),
    look.sighting.words,
    look.sighting.age,
  ];
  return JSON.stringify([side, nation, symbol, size, name ?? unit, parent, ...fields.map((field) => counter[field])]);
}

export function counterMarks(counter: Counter, look: Look = PLAIN): string {
  const style = styleOf(counter, look.livery);
  const marks = marksOn(counter, look);
  const has = (wanted: string): boolean => marks.some((mark) => mark.look === wanted);
  const turned = has('turned');
  const age = ageOf(counter, look);
  const body = [
    `<path class="body" d="${SHAPES[style.shape]}" fill="${style.body}" stroke="${style.edge}" stroke-width="3.5"${isSighting(counter, look) ? ' stroke-dasharray="9 7"' : ''}/>`,
    has('hatched') ? hatching(style) : '',
    turned ? wash(style) : '',
    `<g class="symbol"${turned ? ' opacity=".7"' : ''}><g transform="translate(0 -8) scale(.47)">${symbolMarks(counter.symbol, style)}</g></g>`,
    counter.parent
      ? `<rect x="-52" y="-31" width="10" height="46" fill="${formationColour(counter.parent)}" stroke="${style.edge}" stroke-width="1.6"/>`
      : '',
    text(counter.size ?? '', 0, -37, 21, style, 'size'),
    ...look.figures.map((figure) => footing(counter, figure, look.figures.length > 2, style)),
    text(shortName(counter, look), 0, 25.5, 11, style, 'name'),
    // Not in the corner where the height of a pile is written, also when the counter lies turned.
    ...marks.filter(({ letter }) => letter).map(({ letter }, i) => badge(letter, turned ? 43 : -43, -43 + i * BADGES, style)),
    has('chain') ? brokenChain(style) : '',
    age ? badge(String(age), 43, 43, style) : '',
  ].join('');
  return `<g class="art${turned ? ' turned' : ''}">${body}</g>`;
}

/** A whole SVG document of one counter, for panels: upright, and too small for its name, which stands beside it. */
export function counterPicture(counter: Counter, look: Look = PLAIN): string {
  const upright = { ...look, marks: look.marks.filter((mark) => mark.look !== 'turned') };
  return `<svg class="picture" viewBox="-66 -66 132 132" aria-hidden="true">${counterMarks({ ...counter, name: '' }, upright)}</svg>`;
}

/** A figure at the foot of a counter; underlined where it is less than printed. */
function footing(counter: Counter, figure: Figure, narrow: boolean, style: Style): string {
  const words = figureText(counter, figure);
  const x = (narrow ? THREE : PLACES)[figure.place];
  const half = narrow ? 14 : 19;
  const reduced = isReduced(counter, figure);
  const size = narrow || words.endsWith('?') ? 30 : 34;
  return (
    text(words, x, 53, size, style, reduced ? 'number reduced' : 'number', narrow ? 32 : 50) +
    (reduced ? `<path class="number" d="M${x - half} 57h${2 * half}" stroke="${style.ink}" stroke-width="3"/>` : '')
  );
}

function text(content: string, x: number, y: number, size: number, style: Style, part: string, most = 50): string {
  if (!content) return '';
  const room = part === 'name' ? 104 : part === 'size' ? 90 : most;
  const needed = content.length * size * 0.52;
  const fitted = needed > room ? (size * room) / needed : size;
  const weight = part === 'name' ? 600 : 700;
  return `<text class="${part}" x="${x}" y="${y}" text-anchor="middle" font-size="${fitted.toFixed(1)}" font-weight="${weight}" fill="${style.ink}">${escaped(content)}</text>`;
}

/** A turned counter is pale beneath its figures, or deep where these are light: they stay readable. */
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
    `<text x="${x}" y="${y + 6.6}" text-anchor="middle" font-size="19" font-weight="700" fill="${style.body}">${escaped(letter)}</text>`
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
