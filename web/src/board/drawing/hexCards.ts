// SVG of hex cards: what stands in a hex where a game has no counters there, as rows of numbers in a side's colours. The
// row that leads is still read from afar; the rest is read from near, and in the hex panel.

import type { HexCard } from '../../api/protocol';
import type { Grid } from '../grid';
import { shortWord, type Look } from '../look';
import { escaped } from './counterArt';
import { styleOf } from './livery';

/** In hundredths of a hex: the width of a card, of one that shares its hex, and the heights of its parts. */
const WIDTH = 68;
const SHARED = 47;
const LEAD = 31;
const ROW = 19;
const WORDS = 16;
const STRIP = 20;

export interface CardValue {
  field: string;
  value: string;
  short: string;
  /** "12 man points" */
  words: string;
}

/** The rows of a card that have a value; the one that leads comes first. */
export function cardValues({ values }: HexCard, { card }: Look): CardValue[] {
  const rows = [...card].sort((a, b) => Number(b.leads) - Number(a.leads));
  return rows.flatMap(({ field, measure }) => {
    const value = values[field];
    if (value === undefined) return [];
    return [
      { field, value: String(value), short: shortWord(measure, value), words: `${value} ${value === 1 ? measure.one : measure.many}` },
    ];
  });
}

/** A card aloud: "2nd Army: 12 man points, 3 tank points, encircled". */
export function cardWords(card: HexCard, look: Look): string {
  const told = [...cardValues(card, look).map(({ words }) => words), ...(card.words ?? [])].join(', ');
  return card.title ? `${card.title}: ${told}` : told;
}

export function cardMarks(cards: readonly HexCard[], grid: Grid, look: Look, withCounters: ReadonlySet<string>): string {
  const byHex = new Map<string, HexCard[]>();
  for (const card of cards) byHex.set(card.hex, [...(byHex.get(card.hex) ?? []), card]);
  return [...byHex]
    .flatMap(([hex, here]) => {
      const cell = grid.cell(hex);
      if (!cell) return [];
      const unit = grid.pitch / 100;
      const low = withCounters.has(hex);
      const width = here.length > 1 ? SHARED : WIDTH;
      return here.map((card, i) => {
        const x = cell.x + (i - (here.length - 1) / 2) * (width + 2) * unit;
        const y = cell.y + (low ? 40 * unit : 0);
        const art = low ? strip(card, width, look) : whole(card, width, look);
        return `<g class="hex-card" data-card="${escaped(hex)}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${unit.toFixed(4)})">${art}</g>`;
      });
    })
    .join('');
}

/** Beneath counters there is room for one line. */
function strip(card: HexCard, width: number, look: Look): string {
  const { body, edge, ink } = styleOf(card, look.livery);
  const [first] = cardValues(card, look);
  const text = first ? `${first.value} ${first.short}` : (card.words ?? []).join(' ');
  return (
    `<rect x="${-width / 2}" y="${-STRIP / 2}" width="${width}" height="${STRIP}" rx="5" fill="${body}" stroke="${edge}" stroke-width="2"/>` +
    `<text y="5.2" text-anchor="middle" font-size="15" font-weight="700" fill="${ink}">${escaped(text)}</text>`
  );
}

function whole(card: HexCard, width: number, look: Look): string {
  const { body, edge, ink } = styleOf(card, look.livery);
  const [lead, ...rest] = cardValues(card, look);
  const words = (card.words ?? []).join(' ');
  const columns = width === SHARED ? 1 : 2;
  const rows = Math.ceil(rest.length / columns);
  const height = (lead ? LEAD : 0) + rows * ROW + (words ? WORDS : 0) + 6;
  const top = -height / 2;
  const label = (text: string): string => `<tspan class="unit" font-size="12" font-weight="500"> ${escaped(text)}</tspan>`;
  const small = rest.map(({ value, short }, i) => {
    const x = columns === 1 ? 0 : ((i % 2) - 0.5) * (width / 2 - 2) + (rest.length % 2 && i === rest.length - 1 ? width / 4 - 1 : 0);
    const y = top + (lead ? LEAD : 0) + Math.floor(i / columns) * ROW + 17;
    return `<text class="row" x="${x.toFixed(1)}" y="${y}" text-anchor="middle" font-size="17" font-weight="600">${escaped(value)}${label(short)}</text>`;
  });
  return (
    `<rect class="card-body" x="${-width / 2}" y="${top}" width="${width}" height="${height}" rx="7" fill="${body}" stroke="${edge}" stroke-width="2.5"/>` +
    `<g fill="${ink}">` +
    (lead
      ? `<text class="lead" y="${top + 28}" text-anchor="middle" font-size="29" font-weight="700">${escaped(lead.value)}${label(lead.short)}</text>`
      : '') +
    small.join('') +
    (words
      ? `<text class="row" y="${top + height - 6}" text-anchor="middle" font-size="13" font-weight="700" letter-spacing=".5">${escaped(words)}</text>`
      : '') +
    '</g>'
  );
}
