// Layers over the map: sets of hexes that the table asks to be marked. What they mean is the table's business.

import { escaped } from './counterArt';
import type { Grid } from './grid';

export type LayerLook = 'hatch' | 'fill' | 'dots' | 'ring' | 'numbers';

export interface Layer {
  key: string;
  look: LayerLook;
  colour: string;
  hexes: readonly string[];
}

export function layerMarks(layer: Layer, grid: Grid): string {
  const cells = layer.hexes.flatMap((id) => grid.cell(id) ?? []);
  const unit = grid.pitch / 100;
  switch (layer.look) {
    case 'numbers':
      return `<g class="numbers">${cells
        .map((c) => `<text x="${c.x}" y="${c.y - 38 * unit}" font-size="${13 * unit}" text-anchor="middle">${escaped(c.id)}</text>`)
        .join('')}</g>`;
    case 'fill':
      return `<path d="${cells.map((c) => grid.outline(c)).join('')}" fill="${layer.colour}" fill-opacity=".3"/>`;
    case 'ring':
      return cells
        .map((c) => `<circle cx="${c.x}" cy="${c.y}" r="${44 * unit}" fill="none" stroke="${layer.colour}" stroke-width="${5 * unit}" stroke-dasharray="${9 * unit} ${5 * unit}"/>`)
        .join('');
    case 'dots':
      return cells
        .map((c) => `<circle cx="${c.x}" cy="${c.y}" r="${9 * unit}" fill="${layer.colour}" stroke="#fff" stroke-width="${2.5 * unit}"/>`)
        .join('');
    case 'hatch':
      return hatched(layer, grid, cells);
  }
}

function hatched(layer: Layer, grid: Grid, cells: readonly { x: number; y: number }[]): string {
  const id = `hatch-${layer.key.replace(/[^a-z0-9]/gi, '-')}`;
  const step = grid.pitch / 7;
  return (
    `<defs><pattern id="${id}" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
    `<rect width="${step}" height="${step}" fill="${layer.colour}" fill-opacity=".13"/>` +
    `<path d="M0 0V${step}" stroke="${layer.colour}" stroke-width="${step * 0.34}" stroke-opacity=".55"/></pattern></defs>` +
    `<path d="${cells.map((c) => grid.outline(c)).join('')}" fill="url(#${id})"/>`
  );
}
