// The hex cursor: walking it with the arrows, and jumping with Tab to the next force that can act.

import type { Counter } from '../../api/protocol';
import type { Direction, Grid } from '../grid';
import type { Lit } from '../targets';
import type { Point } from '../viewport/camera';

/** Walks the grid; up and down alternate between the two neighbours so that a column is kept. */
export class Cursor {
  hex: string | null = null;
  private lean: -1 | 1 = 1;

  constructor(private readonly grid: Grid) {}

  place(hex: string | null): void {
    this.hex = hex !== null && this.grid.cell(hex) ? hex : null;
  }

  /** Take one step, or stand at `start` first when the cursor is not on the map yet. */
  walk(direction: Direction, start: Point): string | null {
    if (this.hex === null) {
      this.place(nearest(this.grid, start));
      return this.hex;
    }
    const vertical = direction === 'up' || direction === 'down';
    const next = this.grid.next(this.hex, direction, vertical ? this.lean : 1);
    if (next) {
      this.hex = next.id;
      if (vertical) this.lean = this.lean === 1 ? -1 : 1;
    }
    return this.hex;
  }

  /** Go to the next (or previous) lit hex in reading order. */
  jump(lit: readonly string[], back = false): string | null {
    if (!lit.length) return null;
    const here = this.hex === null ? -1 : lit.indexOf(this.hex);
    const next = here === -1 ? (back ? lit.length - 1 : 0) : (here + (back ? -1 : 1) + lit.length) % lit.length;
    this.place(lit[next] ?? null);
    return this.hex;
  }
}

/** Every hex with something lit in it, in reading order. */
export function litHexes(lit: Lit, counters: readonly Counter[], grid: Grid): string[] {
  const found = new Set(lit.hexes);
  for (const counter of counters) if (lit.units.has(counter.unit)) found.add(counter.hex);
  for (const hexside of lit.hexsides) for (const hex of hexside.split('/')) found.add(hex);
  return [...found]
    .filter((id) => grid.cell(id))
    .sort((a, b) => {
      const [p, q] = [grid.cell(a)!, grid.cell(b)!];
      return p.y - q.y || p.x - q.x;
    });
}

export function nearest(grid: Grid, p: Point): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const cell of grid.cells.values()) {
    const away = Math.hypot(cell.x - p.x, cell.y - p.y);
    if (away < least) [best, least] = [cell.id, away];
  }
  return best;
}
