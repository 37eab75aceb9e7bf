// SVG of map layers: sets of hexes and lines to be marked. What they mean is the match screen's business. Each look has
// a pattern of its own, and each side a direction, so that nothing rests on hue alone.

import type { Grid } from '../grid';
import { arrowMarks, labelMarks, type ArrowMark, type LabelMark } from './arrowMarks';
import { escaped } from './counterArt';
import { hexsideMarks, type HexsideLook, type HexsideMark } from './hexsideMarks';
import { wayMarks, type WayMark } from './wayMarks';

export type LayerLook =
  'hatch' | 'cross' | 'dotted' | 'tint' | 'dots' | 'ring' | 'lines' | 'rails' | 'numbers' | 'arrow' | 'label' | 'way' | HexsideLook;

export interface Layer {
  key: string;
  look: LayerLook;
  colour: string;
  hexes: readonly string[];
  lines?: readonly (readonly string[])[];
  hexsides?: readonly HexsideMark[];
  arrows?: readonly ArrowMark[];
  labels?: readonly LabelMark[];
  ways?: readonly WayMark[];
  /** The direction of its hatching in degrees. */
  angle?: number;
}

interface Place {
  id: string;
  x: number;
  y: number;
}

export function layerMarks(layer: Layer, grid: Grid): string {
  const cells = layer.hexes.flatMap((id) => grid.cell(id) ?? []);
  return `<g class="layer" data-shown="${escaped(layer.key)}">${drawn(layer, grid, cells)}</g>`;
}

function drawn(layer: Layer, grid: Grid, cells: readonly Place[]): string {
  const unit = grid.pitch / 100;
  switch (layer.look) {
    case 'numbers':
      // They never change, and there are thousands: they are written on the picture of the map.
      return '';
    case 'ring':
      return cells
        .map(
          (c) =>
            `<circle cx="${c.x}" cy="${c.y}" r="${44 * unit}" fill="none" stroke="${layer.colour}" stroke-width="${5 * unit}" stroke-dasharray="${9 * unit} ${5 * unit}"/>`,
        )
        .join('');
    case 'dots':
      return cells
        .map(
          (c) =>
            `<circle cx="${c.x}" cy="${c.y}" r="${9 * unit}" fill="${layer.colour}" stroke="var(--paper)" stroke-width="${2.5 * unit}"/>`,
        )
        .join('');
    case 'lines':
      return fed(layer, grid);
    case 'rails':
      return `<path d="${ways(layer, grid)}" fill="none" stroke="${layer.colour}" stroke-opacity=".7" stroke-width="${5.5 * unit}" stroke-linecap="round" stroke-dasharray="${unit} ${13 * unit}"/>`;
    case 'front':
    case 'wall':
    case 'flag':
      return hexsideMarks(layer.look, layer.hexsides ?? [], grid);
    case 'arrow':
      return arrowMarks(layer.arrows ?? [], grid);
    case 'way':
      return wayMarks(layer.ways ?? [], grid);
    case 'label':
      return labelMarks(layer.labels ?? [], grid);
    default:
      return patterned(layer, grid, cells);
  }
}

/** Lines to their sources, and the border of all that they feed. */
function fed(layer: Layer, grid: Grid): string {
  const unit = grid.pitch / 100;
  const d = ways(layer, grid);
  const dashes = layer.angle === 135 ? ` stroke-dasharray="${16 * unit} ${7 * unit}"` : '';
  const ends = new Set((layer.lines ?? []).flatMap((line) => grid.cell(line.at(-1) ?? '') ?? []));
  return (
    `<path d="${grid.border(new Set(layer.hexes))}" fill="none" stroke="${layer.colour}" stroke-width="${3 * unit}" stroke-opacity=".55"/>` +
    `<path d="${d}" fill="none" stroke="var(--paper)" stroke-opacity=".8" stroke-width="${10 * unit}" stroke-linecap="round"/>` +
    `<path d="${d}" fill="none" stroke="${layer.colour}" stroke-width="${5.5 * unit}" stroke-linecap="round"${dashes}/>` +
    [...ends]
      .map(
        ({ x, y }) =>
          `<circle cx="${x}" cy="${y}" r="${10 * unit}" fill="var(--paper)" stroke="${layer.colour}" stroke-width="${4 * unit}"/>`,
      )
      .join('')
  );
}

/** The lines of a layer, each stretch once, however many run along it. */
function ways(layer: Layer, grid: Grid): string {
  const steps = new Set<string>();
  for (const line of layer.lines ?? []) {
    const cells = line.flatMap((id) => grid.cell(id) ?? []);
    cells.slice(1).forEach((to, i) => {
      const from = cells[i]!;
      const [a, b] = from.id < to.id ? [from, to] : [to, from];
      steps.add(`M${a.x} ${a.y}L${b.x} ${b.y}`);
    });
  }
  return [...steps].join('');
}

function patterned(layer: Layer, grid: Grid, cells: readonly Place[]): string {
  const id = `hatch-${layer.key.replace(/[^a-z0-9]/gi, '-')}`;
  const step = grid.pitch / (layer.look === 'hatch' ? 7 : layer.look === 'tint' ? 3 : 6);
  const ink = `stroke="${layer.colour}" stroke-opacity=".6"`;
  const marks: Partial<Record<LayerLook, string>> = {
    hatch: `<path d="M0 0V${step}" ${ink} stroke-width="${step * 0.34}"/>`,
    cross: `<path d="M0 ${step / 2}H${step}M${step / 2} 0V${step}" ${ink} stroke-width="${step * 0.13}"/>`,
    tint: `<path d="M0 0V${step}" ${ink} stroke-width="${step * 0.05}"/>`,
    dotted: `<circle cx="${step / 2}" cy="${step / 2}" r="${step * 0.17}" fill="${layer.colour}" fill-opacity=".8"/>`,
  };
  return (
    `<defs><pattern id="${id}" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(${layer.angle ?? 45})">` +
    `<rect width="${step}" height="${step}" fill="${layer.colour}" fill-opacity=".12"/>${marks[layer.look] ?? ''}</pattern></defs>` +
    `<path d="${cells.map((c) => grid.outline(c)).join('')}" fill="url(#${id})"/>` +
    `<path d="${grid.border(new Set(cells.map((c) => c.id)))}" fill="none" stroke="${layer.colour}" stroke-width="${grid.pitch * 0.025}"/>`
  );
}
