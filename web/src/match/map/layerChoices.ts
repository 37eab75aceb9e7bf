// Map layers on offer: those that the engine names. Only their looks are chosen here.

import type { StudyLayer } from '../../api/study';
import type { HexsideInk } from '../../board/drawing/hexsideMarks';
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
/** The direction that is dashed where two sides meet in a line. */
const DASHED = 135;
const HEX_NUMBERS = 'numbers';

export function layerChoices(grid: Grid, study: readonly StudyLayer[], livery: Livery = {}): LayerChoice[] {
  const numbers: Layer = { key: HEX_NUMBERS, look: 'numbers', colour: '', hexes: [...grid.cells.keys()] };
  return [
    ...studied(study, livery),
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
    const [colour, angle] = inkOf(it, livery);
    const of = (side: string | undefined): string => (side ? inkOf({ side }, livery)[0] : colour);
    choice.parts.push({
      key: it.name,
      label: it.side,
      usual: it.usual,
      layer: {
        key: it.name,
        look: it.pattern,
        colour,
        angle,
        hexes: it.hexes,
        lines: it.lines,
        hexsides: (it.hexsides ?? []).map(({ hexside, side, facing, text }) => ({
          hexside,
          side: side || !facing ? hexsideInk({ side: side ?? it.side, ...(side ? {} : { nation: it.nation }) }, livery) : null,
          facing: facing ? hexsideInk({ side: facing }, livery) : null,
          text: text ?? '',
        })),
        arrows: (it.arrows ?? []).map(({ start, to, side, text, draft }) => ({
          start,
          to,
          colour: of(side),
          text: text ?? '',
          draft: draft ?? false,
        })),
        labels: (it.labels ?? []).map(({ at, text, side }) => ({ at, text, colour: of(side) })),
      },
    });
    if (choice.parts.length > 1) choice.label = it.label;
    choices.set(it.kind, choice);
  }
  return [...choices.values()];
}

/** The colour of a side's layers, and the direction of their hatching; a nation is a side of its own here. */
export function inkOf(who: { side: string; nation?: string }, livery: Livery): [string, number] {
  return COLOURS[styleName(who, livery)] ?? OTHER;
}

function hexsideInk(who: { side: string; nation?: string }, livery: Livery): HexsideInk {
  const [colour, angle] = inkOf(who, livery);
  return { colour, dashed: angle === DASHED };
}
