// SVG scene over the map: layers, lit hexes, counters, cursor. It lies in three sheets, so that what changes under the
// pointer does not draw the counters anew. Counters are kept as elements, so that they slide.

import type { BoardHex, Counter } from '../../api/protocol';
import type { BoardState } from '../boardState';
import type { Point } from '../viewport/camera';
import type { Look } from '../look';
import { artKey, COUNTER_SIZE, counterMarks, escaped } from './counterArt';
import { cardMarks } from './hexCards';
import { layerMarks, type Layer } from './layerMarks';
import { pathMarks, reachMarks, reachWordMarks } from './reachMarks';
import { piles, type Placed } from './stacks';
import { trailMarks, type Trail } from './trails';

const SVG = 'http://www.w3.org/2000/svg';
/** The sheets from below, and what lies in each. */
const SHEETS = {
  ground: ['layers', 'ranges', 'lit', 'trails'],
  pieces: ['contested', 'cards', 'counters', 'counts'],
  pointer: ['words', 'pointed', 'fan', 'names', 'cursor'],
} as const;

type Part = (typeof SHEETS)[keyof typeof SHEETS][number];

export class Scene {
  readonly sheets: SVGSVGElement[] = [];
  private readonly parts = {} as Record<Part, SVGGElement>;
  private readonly drawn = new Map<string, { element: SVGGElement; key: string }>();

  constructor(
    private readonly state: BoardState,
    width: number,
    height: number,
    private readonly look: Look,
  ) {
    for (const [name, parts] of Object.entries(SHEETS)) {
      const svg = document.createElementNS(SVG, 'svg');
      svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
      svg.setAttribute('width', String(width));
      svg.setAttribute('height', String(height));
      svg.setAttribute('aria-hidden', 'true');
      svg.classList.add('overlay', name);
      for (const part of parts) {
        const g = document.createElementNS(SVG, 'g');
        g.classList.add(part);
        svg.append(g);
        this.parts[part] = g;
      }
      this.sheets.push(svg);
    }
  }

  layers(layers: readonly Layer[]): void {
    this.parts.layers.innerHTML = layers.map((layer) => layerMarks(layer, this.state.grid)).join('');
  }

  drawReach(): void {
    const { reach, grid, stacks } = this.state;
    this.parts.ranges.innerHTML = reach ? reachMarks(reach, grid, (hex) => this.state.isAim(hex)) : '';
    this.parts.words.innerHTML = reach ? reachWordMarks(reach, grid, new Set(stacks.map((stack) => stack.hex))) : '';
  }

  /** A counter follows the pointer until the scene is drawn again. */
  lift(unit: string, p: Point): void {
    const element = this.drawn.get(unit)?.element;
    if (!element) return;
    element.classList.add('carried');
    this.parts.fan.append(element);
    place(element, { at: p, width: this.state.width });
  }

  /** Everything that depends on the position, on what is lit and on what is fanned. */
  draw(pointed: string | null): void {
    this.drawLit(pointed);
    this.drawCounters();
    this.drawCursor();
  }

  /** What can be chosen, and what is selected. */
  drawLit(pointed: string | null): void {
    const { grid, lit, selected, taken } = this.state;
    const unit = grid.pitch / 100;
    const marks: string[] = [];
    for (const id of lit.hexes) {
      const cell = grid.cell(id);
      const aim = this.state.isAim(id) ? ' target' : '';
      if (cell) marks.push(`<path class="lit-hex${aim}" data-hex="${id}" d="${grid.outline(cell, 1.5 * unit)}"/>`);
    }
    const aims = new Set([...lit.hexes].filter((id) => this.state.isAim(id)));
    const places = new Set([...lit.hexes].filter((id) => !aims.has(id)));
    for (const [hexes, kind] of [
      [places, ''],
      [aims, ' target'],
    ] as const) {
      const border = hexes.size ? grid.border(hexes, unit) : '';
      if (border) marks.push(`<path class="lit-under${kind}" d="${border}"/><path class="lit-edge${kind}" d="${border}"/>`);
    }
    for (const name of lit.hexsides) {
      const line = grid.hexside(name);
      if (!line) continue;
      const d = `M${line.from.x.toFixed(1)} ${line.from.y.toFixed(1)}L${line.to.x.toFixed(1)} ${line.to.y.toFixed(1)}`;
      marks.push(`<path class="lit-hexside-under" d="${d}"/><path class="lit-hexside" data-hexside="${name}" d="${d}"/>`);
    }
    const up = taken === null ? undefined : grid.cell(taken);
    if (up) marks.push(`<path class="taken" d="${grid.outline(up, unit)}"/>`);
    const here = selected === null ? undefined : grid.cell(selected);
    if (here) marks.push(`<path class="selected" d="${grid.outline(here, 1.5 * unit)}"/>`);
    this.parts.lit.innerHTML = marks.join('');
    this.point(pointed);
  }

  /** The hex under the pointer, if it can be chosen, and the way there. */
  point(hex: string | null): void {
    const { grid, lit, narrowed, counters, reach } = this.state;
    const marks: string[] = [];
    const to = hex === null ? undefined : grid.cell(hex);
    const isLit = hex !== null && lit.hexes.has(hex);
    // Over counters only its edge: they must be read just now.
    const over = hex !== null && this.state.stackIn(hex) ? ' over' : '';
    if (to && isLit) marks.push(`<path class="pointed-hex${over}" d="${grid.outline(to, (1.5 * grid.pitch) / 100)}"/>`);
    const path = hex === null ? undefined : reach?.hexes[hex]?.path;
    if (reach && path) marks.push(pathMarks(reach, path, grid));
    else if (to && isLit) {
      const chosen = narrowed.unit === undefined ? narrowed.hex : counters.find((c) => c.unit === narrowed.unit)?.hex;
      const from = chosen === undefined ? undefined : grid.cell(chosen);
      if (from && from !== to) marks.push(`<path class="way" d="M${from.x} ${from.y}L${to.x} ${to.y}"/>`);
    }
    this.parts.pointed.innerHTML = marks.join('');
    this.drawNames(hex);
  }

  /** Names of places that lie under counters: of the one pointed at, or of all. */
  drawNames(pointed: string | null): void {
    const { grid, stacks, named } = this.state;
    const hidden = stacks.filter(({ hex }) => (named || hex === pointed) && grid.cell(hex)?.place);
    this.parts.names.innerHTML = hidden.map(({ hex }) => nameMark(grid.cell(hex)!, grid.pitch)).join('');
  }

  drawCursor(): void {
    const { grid, cursor } = this.state;
    const cell = cursor.hex === null ? undefined : grid.cell(cursor.hex);
    this.parts.cursor.innerHTML = cell ? `<path d="${grid.outline(cell, -1)}"/>` : '';
  }

  drawContested(): void {
    const { grid, contested } = this.state;
    const cell = contested === null ? undefined : grid.cell(contested);
    const d = cell ? grid.outline(cell, grid.pitch / 100) : '';
    this.parts.contested.innerHTML = d && `<path class="under" d="${d}"/><path d="${d}"/>`;
  }

  trails(trails: readonly Trail[]): void {
    this.parts.trails.innerHTML = trailMarks(trails, this.state.grid);
  }

  /** What stands in hexes without counters; beside counters it gives way. */
  drawCards(): void {
    const { cards, grid, stacks } = this.state;
    this.parts.cards.innerHTML = cards.length ? cardMarks(cards, grid, this.look, new Set(stacks.map(({ hex }) => hex))) : '';
  }

  private drawCounters(): void {
    const { lit, narrowed, fan, picked } = this.state;
    const placed = this.state.placed();
    const there = new Set(placed.map(({ counter }) => counter.unit));
    for (const [unit, { element }] of this.drawn)
      if (!there.has(unit)) {
        element.remove();
        this.drawn.delete(unit);
      }
    const last: Record<'counters' | 'fan', Element | null> = { counters: null, fan: null };
    for (const it of placed) {
      const { unit, hex } = it.counter;
      const element = this.element(it.counter);
      const home = hex === fan ? 'fan' : 'counters';
      const group = this.parts[home];
      // What lies right already is left alone: a counter that is put in again is drawn again, and cannot slide.
      if (element.parentNode !== group || element.previousElementSibling !== last[home]) {
        const elsewhere = element.parentNode !== group;
        group.insertBefore(element, last[home] ? last[home].nextSibling : group.firstChild);
        // Moving between the groups would cut a slide short: note the old place, then slide.
        if (elsewhere && element.style.transform) element.getBoundingClientRect();
      }
      last[home] = element;
      element.classList.remove('carried');
      place(element, it);
      const chosen = unit === narrowed.unit || picked.has(unit);
      element.classList.toggle('lit-unit', lit.units.has(unit) && !chosen);
      element.classList.toggle('chosen', chosen);
    }
    this.drawCounts();
  }

  private drawCounts(): void {
    const { width, stacks, fan } = this.state;
    this.parts.counts.innerHTML = stacks
      .filter((stack) => stack.hex !== fan)
      .flatMap((stack) => piles(stack, width).map((pile, i, all) => ({ ...pile, corner: all.length > 1 && i === 0 ? -1 : 1 })))
      .filter((pile) => pile.counters.length > 1)
      // Where two piles lie beside each other, each has its number in the outer corner.
      .map(({ at, counters, corner }) => {
        const off = width * (0.45 + 0.05 * (Math.min(counters.length, 4) - 1) * 0.5);
        return (
          `<g transform="translate(${at.x + corner * off} ${at.y - off}) scale(${width / COUNTER_SIZE})">` +
          `<circle r="17"/><text y="9" text-anchor="middle" font-size="25" font-weight="700">${counters.length}</text></g>`
        );
      })
      .join('');
  }

  private element(counter: Counter): SVGGElement {
    const key = artKey(counter, this.look);
    let drawn = this.drawn.get(counter.unit);
    if (!drawn) {
      const element = document.createElementNS(SVG, 'g');
      element.classList.add('counter');
      element.dataset['unit'] = counter.unit;
      drawn = { element, key: '' };
      this.drawn.set(counter.unit, drawn);
    }
    if (drawn.key !== key) {
      drawn.element.innerHTML = `<rect class="halo" x="-67" y="-67" width="134" height="134" rx="14"/>${counterMarks(counter, this.look)}`;
      drawn.key = key;
    }
    return drawn.element;
  }
}

/** The name of a place at the head of its hex, over whatever stands there. */
function nameMark({ x, y, place: name }: BoardHex, pitch: number): string {
  return `<text x="${x}" y="${(y - pitch * 0.36).toFixed(1)}" text-anchor="middle" font-size="${(pitch * 0.2).toFixed(1)}">${escaped(name)}</text>`;
}

function place(element: SVGGElement, { at, width }: Pick<Placed, 'at' | 'width'>): void {
  const transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px) scale(${(width / COUNTER_SIZE).toFixed(4)})`;
  if (element.style.transform !== transform) element.style.transform = transform;
}
