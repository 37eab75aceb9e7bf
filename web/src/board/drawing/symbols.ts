// Military symbols: the middle of a counter, drawn by milsymbol and cut down to what is inside its frame.

import { letterground, ms } from 'milsymbol-parts';

import type { Style } from './livery';

// Function codes of the letter-based symbol standard by the words that rulebooks use.
const CODES: Record<string, string> = {
  infantry: 'UCI---',
  foot: 'UCI---',
  armor: 'UCA---',
  armour: 'UCA---',
  tank: 'UCA---',
  tanks: 'UCA---',
  panzer: 'UCA---',
  mechanized: 'UCIZ--',
  mechanised: 'UCIZ--',
  motorized: 'UCIM--',
  motorised: 'UCIM--',
  cavalry: 'UCR---',
  reconnaissance: 'UCRVA-',
  recon: 'UCRVA-',
  mountain: 'UCIO--',
  parachute: 'UCIA--',
  airborne: 'UCIA--',
  glider: 'UCIS--',
  airlanding: 'UCIS--',
  artillery: 'UCF---',
  engineer: 'UCE---',
  anti_tank: 'UCAA--',
  antitank: 'UCAA--',
  flak: 'UCD---',
  anti_air: 'UCD---',
  supply: 'USS---',
  air: 'UCVF--',
  naval: 'UCIN--',
  security: 'UCS---',
  nkvd: 'UCS---',
};
const AFFILIATIONS = ['Civilian', 'Friend', 'Hostile', 'Neutral', 'Unknown', 'Suspect'] as const;
const drawn = new Map<string, string>();

// Only the units on the ground are needed: a tenth of the whole library.
ms.addIcons(letterground);

/** SVG of the symbol around the origin, 150 wide and 100 high; an unknown one is a frame with its first letters. */
export function symbolMarks(symbol: string, style: Style): string {
  const key = `${symbol} ${style.frame} ${style.frameInk}`;
  let marks = drawn.get(key);
  if (marks === undefined) {
    marks = `<g transform="translate(-100 -100)">${draw(symbol, style)}</g>`;
    drawn.set(key, marks);
  }
  return marks;
}

function draw(symbol: string, style: Style): string {
  const code = CODES[symbol];
  if (code === undefined) return lettered(symbol, style);
  const svg = new ms.Symbol(`SFGP${code}-----`, {
    size: 100,
    infoFields: false,
    strokeWidth: 7,
    colorMode: everywhere(style.frame),
    frameColor: everywhere(style.frameInk),
    iconColor: everywhere(style.frameInk),
  }).asSVG();
  // The icon's own lines are thin for a counter of thirty pixels.
  return svg.replace(/^<svg[^>]*>|<\/svg>$/g, '').replaceAll('stroke-width="3"', 'stroke-width="6.5"');
}

function lettered(symbol: string, style: Style): string {
  const letters = symbol
    .slice(0, 3)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  return (
    `<path d="M25 50h150v100h-150z" fill="${style.frame}" stroke="${style.frameInk}" stroke-width="7"/>` +
    `<text x="100" y="120" text-anchor="middle" font-size="56" font-weight="700" fill="${style.frameInk}">${letters}</text>`
  );
}

function everywhere(colour: string): Record<(typeof AFFILIATIONS)[number], string> {
  return Object.fromEntries(AFFILIATIONS.map((a) => [a, colour])) as Record<(typeof AFFILIATIONS)[number], string>;
}
