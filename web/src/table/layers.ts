// Which layers a view offers. Every list of hexes in the position is one; only their looks are chosen here.

import type { Grid } from '../board/grid';
import type { Layer, LayerLook } from '../board/layers';
import type { Position } from '../protocol';

export interface LayerChoice {
  key: string;
  label: string;
  layers: Layer[];
  usual: boolean;
}

// Words that a rulebook's list may be named by; the first that fits decides how it is drawn.
const LOOKS: [RegExp, LayerLook, string][] = [
  [/german|axis/, 'hatch', '#5c6b58'],
  [/soviet|russian|red/, 'hatch', '#a04a33'],
  [/finn|blue/, 'hatch', '#2b5ea8'],
  [/convert|rail_|track/, 'dots', '#1f7a6d'],
  [/railhead|head/, 'ring', '#1f7a6d'],
  [/suppl|line/, 'fill', '#2b7fb8'],
];
const OTHER: [LayerLook, string] = ['fill', '#7a5fa0'];
const HEX_NUMBERS = 'numbers';

export function layerChoices(position: Position, grid: Grid): LayerChoice[] {
  const numbers = [...grid.cells.keys()];
  const choices: LayerChoice[] = [
    { key: HEX_NUMBERS, label: 'Hex numbers, from near', usual: true, layers: [{ key: HEX_NUMBERS, look: 'numbers', colour: '', hexes: numbers }] },
  ];
  const control: Layer[] = [];
  for (const [key, value] of Object.entries(position)) {
    if (Array.isArray(value) && isHexes(value, grid) && (value.length || LOOKS.some(([pattern]) => pattern.test(key)))) {
      const layer = styled(key, value);
      if (layer.look === 'hatch') control.push(layer);
      else choices.push({ key, label: worded(key), usual: layer.look === 'dots', layers: [layer] });
    } else if (value && typeof value === 'object' && !Array.isArray(value)) {
      const inner = Object.entries(value as Record<string, unknown>).filter((e): e is [string, string[]] => Array.isArray(e[1]) && isHexes(e[1], grid) && e[1].length > 0);
      if (inner.length) choices.push({ key, label: worded(key), usual: false, layers: inner.map(([side, hexes]) => styled(`${key}_${side}`, hexes)) });
    }
  }
  if (control.length) choices.splice(1, 0, { key: 'control', label: 'Control', usual: true, layers: control });
  return choices;
}

/** The layers that are switched on. */
export function shownLayers(choices: readonly LayerChoice[], kept: Readonly<Record<string, boolean>>): Layer[] {
  return choices.filter((c) => kept[c.key] ?? c.usual).flatMap((c) => c.layers);
}

function styled(key: string, hexes: string[]): Layer {
  const found = LOOKS.find(([pattern]) => pattern.test(key));
  const [look, colour] = found ? [found[1], found[2]] : OTHER;
  return { key, look, colour, hexes };
}

function worded(key: string): string {
  const known: Record<string, string> = { converted: 'Converted railways', railheads: 'Railheads', supply_lines: 'Supply lines' };
  const words = key.replaceAll('_', ' ');
  return known[key] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function isHexes(value: unknown[], grid: Grid): value is string[] {
  return value.every((id) => typeof id === 'string' && grid.cell(id) !== undefined);
}
