// Map layers on offer: those that the engine names, else every list of hexes in the position. Only
// their looks are chosen here.

import type { Position } from '../../api/protocol';
import type { StudyLayer } from '../../api/study';
import type { Layer } from '../../board/drawing/layerMarks';
import { styleName, type Livery } from '../../board/drawing/livery';
import type { Grid } from '../../board/grid';

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

/** By the style of their counters: the colour of a side's layers, and the direction of their hatching. */
const COLOURS: Record<string, [string, number]> = {
  field_grey: ['var(--layer-grey)', 45],
  brown_red: ['var(--layer-red)', 135],
  blue_white: ['var(--layer-blue)', 90],
};
const OTHER: [string, number] = ['var(--layer-green)', 0];
const HEX_NUMBERS = 'numbers';

export function layerChoices(position: Position, grid: Grid, study: readonly StudyLayer[], livery: Livery = {}): LayerChoice[] {
  const numbers: Layer = { key: HEX_NUMBERS, look: 'numbers', colour: '', hexes: [...grid.cells.keys()] };
  const found = study.length ? studied(study, livery) : inPosition(position, grid);
  return [
    ...found,
    { key: HEX_NUMBERS, label: 'Hex numbers, from near', rule: '', parts: [{ key: HEX_NUMBERS, label: '', usual: true, layer: numbers }] },
  ];
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
function studied(layers: readonly StudyLayer[], livery: Livery): LayerChoice[] {
  const choices = new Map<string, LayerChoice>();
  for (const it of layers) {
    const choice = choices.get(it.kind) ?? { key: it.kind, label: it.title, rule: it.rule, parts: [] };
    const [colour, angle] = COLOURS[styleName({ side: it.side, nation: it.nation }, livery)] ?? OTHER;
    choice.parts.push({
      key: it.name,
      label: it.side,
      usual: it.usual,
      layer: { key: it.name, look: it.pattern, colour, angle, hexes: it.hexes, lines: it.lines },
    });
    if (choice.parts.length > 1) choice.label = it.label;
    choices.set(it.kind, choice);
  }
  return [...choices.values()];
}

/** For rulebooks that name no layers: the lists of hexes that their positions hold. */
function inPosition(position: Position, grid: Grid): LayerChoice[] {
  return Object.entries(position).flatMap(([key, value]) => {
    if (!Array.isArray(value) || !value.length || !isHexes(value, grid)) return [];
    const [colour, angle] = OTHER;
    return [
      {
        key,
        label: capital(key.replaceAll('_', ' ')),
        rule: '',
        parts: [{ key, label: '', usual: false, layer: { key, look: 'hatch' as const, colour, angle, hexes: value } }],
      },
    ];
  });
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isHexes(value: unknown[], grid: Grid): value is string[] {
  return value.every((id) => typeof id === 'string' && grid.cell(id) !== undefined);
}
