// Which layers can be laid over the map: those that the engine names, else every list of hexes in the position. Only
// their looks are chosen here.

import type { Grid } from '../board/grid';
import type { Layer, LayerLook } from '../board/layers';
import type { Position } from '../protocol';
import type { StudyLayer } from '../study';

/** One layer that can be switched on, and what it is called beside others of its kind. */
export interface LayerPart {
  key: string;
  label: string;
  usual: boolean;
  layer: Layer;
}

/** Layers of one kind, one for each side: one line of the menu, one key. */
export interface LayerChoice {
  key: string;
  label: string;
  rule: string;
  parts: LayerPart[];
}

type Kept = Readonly<Record<string, boolean>>;

const SIDES: [RegExp, string, number][] = [
  [/german|axis/, 'var(--layer-grey)', 45],
  [/soviet|russian|red/, 'var(--layer-red)', 135],
  [/finn|blue/, 'var(--layer-blue)', 90],
];
const OTHER: [string, number] = ['var(--layer-green)', 0];
const HEX_NUMBERS = 'numbers';
/** Shown until the player says otherwise. */
const USUAL = /convert|taken/;

export function layerChoices(position: Position, grid: Grid, study: readonly StudyLayer[]): LayerChoice[] {
  const numbers: Layer = { key: HEX_NUMBERS, look: 'numbers', colour: '', hexes: [...grid.cells.keys()] };
  const found = study.length ? studied(study) : inPosition(position, grid);
  return [...found, { key: HEX_NUMBERS, label: 'Hex numbers, from near', rule: '', parts: [{ key: HEX_NUMBERS, label: '', usual: true, layer: numbers }] }];
}

export function isOn(part: LayerPart, kept: Kept): boolean {
  return kept[part.key] ?? part.usual;
}

/** The layers that are switched on. */
export function shownLayers(choices: readonly LayerChoice[], kept: Kept): Layer[] {
  return choices.flatMap((c) => c.parts.filter((p) => isOn(p, kept)).map((p) => p.layer));
}

/** What is kept after a choice is switched: all its parts off if any was on, else all on. */
export function switched(choice: LayerChoice, kept: Kept): Record<string, boolean> {
  const on = !choice.parts.some((p) => isOn(p, kept));
  return { ...kept, ...Object.fromEntries(choice.parts.map((p) => [p.key, on])) };
}

/** The engine's layers: those that differ only by their side share a line. */
function studied(layers: readonly StudyLayer[]): LayerChoice[] {
  const choices = new Map<string, LayerChoice>();
  for (const it of layers) {
    const kind = it.side ? it.name.replace(new RegExp(`_?${it.side}_?`), '') || it.name : it.name;
    const label = it.side ? capital(it.title.replace(new RegExp(`^${it.side} `, 'i'), '').replace(new RegExp(`,? (of the )?${it.side}s?$`, 'i'), '')) : it.title;
    const choice = choices.get(kind) ?? { key: kind, label, rule: it.rule, parts: [] };
    const layer = { ...styled(it.look === 'area' ? it.side : it.name, lookOf(it)), key: it.name, hexes: it.hexes, lines: it.lines };
    choice.parts.push({ key: it.name, label: it.side, usual: USUAL.test(it.name), layer });
    choices.set(kind, choice);
  }
  return [...choices.values()].map((c) => (c.parts.length > 1 ? c : { ...c, label: layers.find((l) => l.name === c.parts[0]!.key)!.title }));
}

/** Layers that may lie over one another look different by their kind. */
function lookOf({ look, name }: StudyLayer): LayerLook {
  if (look === 'line') return /supply/.test(name) ? 'lines' : 'rails';
  if (look === 'mark') return 'ring';
  return /zoc/.test(name) ? 'cross' : /influence|zoi/.test(name) ? 'dotted' : 'tint';
}

/** For rulebooks that name no layers: the lists of hexes that their positions hold. */
function inPosition(position: Position, grid: Grid): LayerChoice[] {
  return Object.entries(position).flatMap(([key, value]) => {
    if (!Array.isArray(value) || !value.length || !isHexes(value, grid)) return [];
    const label = capital(key.replaceAll('_', ' '));
    const look: LayerLook = /head/.test(key) ? 'ring' : /convert|rail/.test(key) ? 'dots' : 'hatch';
    return [{ key, label, rule: '', parts: [{ key, label: '', usual: USUAL.test(key), layer: { ...styled(key, look), key, hexes: value } }] }];
  });
}

function styled(words: string, look: LayerLook): Pick<Layer, 'look' | 'colour' | 'angle'> {
  const found = SIDES.find(([pattern]) => pattern.test(words));
  const [colour, angle] = found ? [found[1], found[2]] : OTHER;
  return { look, colour, angle };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isHexes(value: unknown[], grid: Grid): value is string[] {
  return value.every((id) => typeof id === 'string' && grid.cell(id) !== undefined);
}
