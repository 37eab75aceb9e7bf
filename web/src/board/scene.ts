// The drawing over the map: layers, lit hexes, counters, cursor. Counters are kept as elements, so that they slide.

import type { Counter } from '../protocol';
import type { Point } from './camera';
import { artKey, COUNTER_SIZE, counterMarks } from './counterArt';
import { layerMarks, type Layer } from './layers';
import type { Livery } from './livery';
import { pathMarks, reachMarks } from './reachMarks';
import type { Placed } from './stacks';
import type { BoardState } from './state';

const SVG = 'http://www.w3.org/2000/svg';

export class Scene {
  readonly svg: SVGSVGElement;
  private readonly parts: Record<'layers' | 'reach' | 'lit' | 'trails' | 'counters' | 'counts' | 'fan' | 'cursor', SVGGElement>;
  private readonly drawn = new Map<string, { element: SVGGElement; key: string }>();

  constructor(
    private readonly state: BoardState,
    width: number,
    height: number,
    private readonly livery: Livery,
  ) {
    this.svg = document.createElementNS(SVG, 'svg');
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.svg.setAttribute('width', String(width));
    this.svg.setAttribute('height', String(height));
    this.svg.setAttribute('aria-hidden', 'true');
    this.svg.classList.add('overlay');
    const part = (name: string): SVGGElement => {
      const g = document.createElementNS(SVG, 'g');
      g.classList.add(name);
      this.svg.append(g);
      return g;
    };
    this.parts = {
      layers: part('layers'),
      reach: part('ranges'),
      lit: part('lit'),
      trails: part('trails'),
      counters: part('counters'),
      counts: part('counts'),
      fan: part('fan'),
      cursor: part('cursor'),
    };
  }

  layers(layers: readonly Layer[]): void {
    this.parts.layers.innerHTML = layers.map((layer) => layerMarks(layer, this.state.grid)).join('');
  }

  drawReach(): void {
    const { reach, grid, stacks } = this.state;
    this.parts.reach.innerHTML = reach ? reachMarks(reach, grid, new Set(stacks.map((stack) => stack.hex))) : '';
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
  draw(hovered: string | null): void {
    this.drawLit(hovered);
    this.drawCounters();
    this.drawCursor();
  }

  drawLit(hovered: string | null): void {
    const { grid, lit, selected, narrowed, counters, reach } = this.state;
    const unit = grid.pitch / 100;
    const marks: string[] = [];
    for (const id of lit.hexes) {
      const cell = grid.cell(id);
      if (cell) marks.push(`<path class="lit-hex${id === hovered ? ' hovered' : ''}" data-hex="${id}" d="${grid.outline(cell, 1.5 * unit)}"/>`);
    }
    if (lit.hexes.size) marks.push(`<path class="lit-edge" d="${grid.border(lit.hexes, unit)}"/>`);
    const path = hovered === null ? undefined : reach?.hexes[hovered]?.path;
    if (reach && path) marks.push(pathMarks(reach.from, path, grid));
    const chosen = narrowed.unit === undefined ? narrowed.hex : counters.find((c) => c.unit === narrowed.unit)?.hex;
    const from = chosen === undefined ? undefined : grid.cell(chosen);
    const to = hovered !== null && lit.hexes.has(hovered) ? grid.cell(hovered) : undefined;
    if (!path && from && to && from !== to) marks.push(`<path class="way" d="M${from.x} ${from.y}L${to.x} ${to.y}"/>`);
    const here = selected === null ? undefined : grid.cell(selected);
    if (here) marks.push(`<path class="selected" d="${grid.outline(here, 1.5 * unit)}"/>`);
    this.parts.lit.innerHTML = marks.join('');
  }

  drawCursor(): void {
    const { grid, cursor } = this.state;
    const cell = cursor.hex === null ? undefined : grid.cell(cursor.hex);
    this.parts.cursor.innerHTML = cell ? `<path d="${grid.outline(cell, -1)}"/>` : '';
  }

  /** Short lines from where counters were to where they are, for moves that somebody else made. */
  trails(moves: readonly { from: string; to: string }[]): void {
    const { grid } = this.state;
    this.parts.trails.innerHTML = moves
      .flatMap(({ from, to }) => {
        const [a, b] = [grid.cell(from), grid.cell(to)];
        return a && b ? [`<path d="M${a.x} ${a.y}L${b.x} ${b.y}"/><circle cx="${a.x}" cy="${a.y}" r="${grid.pitch * 0.07}"/>`] : [];
      })
      .join('');
  }

  private drawCounters(): void {
    const placed = this.state.placed();
    const { lit, narrowed, fan } = this.state;
    const seen = new Set<string>();
    for (const it of placed) {
      seen.add(it.counter.unit);
      const fannedOut = it.counter.hex === fan;
      const element = this.element(it.counter);
      const home = fannedOut ? this.parts.fan : this.parts.counters;
      // Moving between the groups would cut a slide short: note the old place, then slide.
      if (element.parentNode !== home) {
        home.append(element);
        if (element.style.transform) element.getBoundingClientRect();
      } else home.append(element);
      element.classList.remove('carried');
      place(element, it);
      element.classList.toggle('lit-unit', lit.units.has(it.counter.unit) && it.counter.unit !== narrowed.unit);
      element.classList.toggle('chosen', it.counter.unit === narrowed.unit);
    }
    for (const [unit, { element }] of this.drawn)
      if (!seen.has(unit)) {
        element.remove();
        this.drawn.delete(unit);
      }
    this.drawCounts();
  }

  private drawCounts(): void {
    const { width, stacks, fan } = this.state;
    this.parts.counts.innerHTML = stacks
      .filter((stack) => stack.counters.length > 1 && stack.hex !== fan)
      .map(({ at, counters }) => {
        const off = width * (0.45 + 0.05 * (Math.min(counters.length, 4) - 1) * 0.5);
        return (
          `<g transform="translate(${at.x + off} ${at.y - off}) scale(${width / COUNTER_SIZE})">` +
          `<circle r="17"/><text y="9" text-anchor="middle" font-size="25" font-weight="700">${counters.length}</text></g>`
        );
      })
      .join('');
  }

  private element(counter: Counter): SVGGElement {
    const key = artKey(counter);
    let drawn = this.drawn.get(counter.unit);
    if (!drawn) {
      const element = document.createElementNS(SVG, 'g');
      element.classList.add('counter');
      element.dataset['unit'] = counter.unit;
      drawn = { element, key: '' };
      this.drawn.set(counter.unit, drawn);
    }
    if (drawn.key !== key) {
      drawn.element.innerHTML = `<rect class="halo" x="-67" y="-67" width="134" height="134" rx="14"/>${counterMarks(counter, this.livery)}`;
      drawn.key = key;
    }
    return drawn.element;
  }
}

function place(element: SVGGElement, { at, width }: Pick<Placed, 'at' | 'width'>): void {
  const transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px) scale(${(width / COUNTER_SIZE).toFixed(4)})`;
  if (element.style.transform !== transform) element.style.transform = transform;
}
