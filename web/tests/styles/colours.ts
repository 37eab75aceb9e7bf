// Colours for tests: contrast as the web's guidelines define it, mixing, and how people see who lack one kind of cone.

import theme from '../../../src/sandtable/drawing/sheet/theme.py?raw';
import css from '../../src/styles/tokens.css?raw';

export type Tokens = Readonly<Record<string, string>>;

/** Seen without the long, the middle or the short cones, in linear light (Machado, Oliveira and Fernandes, 2009). */
export const SIGHTS = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;
export const GROUNDS = ['land', 'woods', 'swamp', 'rough', 'mountain', 'heath', 'field', 'polder', 'town', 'other', 'water'] as const;

/** The page's tokens in both themes. */
export function tokens(): { light: Tokens; dark: Tokens } {
  const [light = '', dark = ''] = css.split("[data-theme='dark']");
  const read = (text: string): Tokens =>
    Object.fromEntries([...text.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name, colour]) => [name!, whole(colour!)]));
  return { light: read(light), dark: { ...read(light), ...read(dark) } };
}

/** The drawn map's colours in both themes. */
export function grounds(): { light: Tokens; dark: Tokens } {
  const [, light = '', dark = ''] = theme.split(/^(?:LIGHT|DARK): Final/m);
  const read = (text: string): Tokens =>
    Object.fromEntries([...text.matchAll(/^ {4}(\w+)="(#[0-9a-f]{6})"/gm)].map(([, name, colour]) => [name!, colour!]));
  return { light: read(light), dark: read(dark) };
}

export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (high! + 0.05) / (low! + 0.05);
}

/** One colour laid over another. */
export function over(colour: string, opacity: number, ground: string): string {
  const [a, b] = [channels(colour), channels(ground)];
  return hex(a.map((value, i) => value * opacity + b[i]! * (1 - opacity)));
}

export function seenBy(sight: keyof typeof SIGHTS, colour: string): string {
  const light = channels(colour).map(linear);
  const m = SIGHTS[sight];
  return hex(
    [0, 3, 6].map((row) =>
      gamma(
        Math.min(
          1,
          Math.max(
            0,
            light.reduce((sum, value, i) => sum + m[row + i]! * value, 0),
          ),
        ),
      ),
    ),
  );
}

/** How far apart two colours lie to the eye, in CIE Lab: under 10 they are easily confused. */
export function apart(a: string, b: string): number {
  const [p, q] = [lab(a), lab(b)];
  return Math.hypot(...p.map((value, i) => value - q[i]!));
}

function whole(colour: string): string {
  return colour.length === 4 ? `#${[...colour.slice(1)].map((digit) => digit + digit).join('')}` : colour;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
}

function hex(values: readonly number[]): string {
  return `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

function linear(channel: number): number {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function gamma(value: number): number {
  return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
}

function luminance(colour: string): number {
  const [r, g, b] = channels(colour).map(linear);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function lab(colour: string): number[] {
  const [r, g, b] = channels(colour).map(linear) as [number, number, number];
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
