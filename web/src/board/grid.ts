// Spatial index of the cells of a board: which cell is under a point, which lies next in a direction, and its outline.
// The shape (hexes or squares) is read off the distances of the middles, so the wire need not say it.

import type { BoardHex, BoardMap } from '../api/protocol';
import type { Box, Point } from './viewport/camera';
import { boxAround } from './viewport/camera';

/** A hexside on the map: its ends, its middle, and the directions along it and across it, from its first hex to its second. */
export interface HexsideLine {
  hexes: [string, string];
  from: Point;
  to: Point;
  middle: Point;
  along: Point;
  across: Point;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

const TOLERANCE = 1.08;

export class Grid {
  readonly cells: ReadonlyMap<string, BoardHex>;
  /** Distance from the middle of a cell to that of its nearest neighbour. */
  readonly pitch: number;
  readonly square: boolean;
  /** Everything that the cells cover. */
  readonly extent: Box;
  private readonly buckets = new Map<string, BoardHex[]>();

  constructor(board: Pick<BoardMap, 'hexes' | 'hex_size'>) {
    this.cells = new Map(board.hexes.map((cell) => [cell.id, cell]));
    this.pitch = nearestDistance(board.hexes) ?? board.hex_size;
    for (const cell of board.hexes) {
      const key = this.key(cell.x, cell.y);
      const bucket = this.buckets.get(key);
      if (bucket) bucket.push(cell);
      else this.buckets.set(key, [cell]);
    }
    this.square = board.hexes.some((cell) => this.near(cell).some((other) => isPlumb(cell, other, this.pitch)));
    const reach = this.square ? this.pitch / 2 : this.pitch / Math.sqrt(3);
    this.extent = boxAround(board.hexes, reach) ?? { x: 0, y: 0, width: this.pitch, height: this.pitch };
  }

  cell(id: string): BoardHex | undefined {
    return this.cells.get(id);
  }

  /** The cell under a point of the map. */
  at(p: Point): BoardHex | null {
    let best: BoardHex | null = null;
    let least = Infinity;
    for (const cell of this.around(p.x, p.y)) {
      const away = distance(cell, p);
      if (away < least) [best, least] = [cell, away];
    }
    return best && least <= this.pitch * (this.square ? Math.SQRT1_2 : 1 / Math.sqrt(3)) ? best : null;
  }

  neighbours(id: string): BoardHex[] {
    const here = this.cells.get(id);
    return here ? this.near(here) : [];
  }

  /** The neighbour that lies most nearly in a direction; for up and down `lean` says which of two is meant. */
  next(id: string, direction: Direction, lean: -1 | 1 = 1): BoardHex | null {
    const here = this.cells.get(id);
    if (!here) return null;
    const way = { left: [-1, 0], right: [1, 0], up: [lean * 0.2, -1], down: [lean * 0.2, 1] }[direction] as [number, number];
    let best: BoardHex | null = null;
    let most = 0.3;
    for (const cell of this.near(here)) {
      const along = ((cell.x - here.x) * way[0] + (cell.y - here.y) * way[1]) / distance(cell, here);
      if (along > most) [best, most] = [cell, along];
    }
    return best;
  }

  /** The corners of a cell, shrunk toward its middle by `inset` map units. */
  corners(cell: Point, inset = 0): Point[] {
    const count = this.square ? 4 : 6;
    const radius = (this.square ? this.pitch * Math.SQRT1_2 : this.pitch / Math.sqrt(3)) - inset;
    return Array.from({ length: count }, (_, i) => {
      const angle = (Math.PI * 2 * (i + (this.square ? 0.5 : 0))) / count - Math.PI / 2;
      return { x: cell.x + radius * Math.cos(angle), y: cell.y + radius * Math.sin(angle) };
    });
  }

  /** The hexside "0304/0305"; null where the map has none of that name. */
  hexside(name: string): HexsideLine | null {
    const [a, b] = name.split('/') as [string, string?];
    const [one, other] = [this.cells.get(a), b === undefined ? undefined : this.cells.get(b)];
    if (!one || !other || b === undefined) return null;
    const away = distance(one, other) || 1;
    const across = { x: (other.x - one.x) / away, y: (other.y - one.y) / away };
    const along = { x: -across.y, y: across.x };
    const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    const half = this.square ? this.pitch / 2 : this.pitch / Math.sqrt(3) / 2;
    const end = (sign: number): Point => ({ x: middle.x + along.x * half * sign, y: middle.y + along.y * half * sign });
    return { hexes: [a, b], from: end(-1), to: end(1), middle, along, across };
  }

  /** Whichever of these hexsides a point lies close to, within so much of a cell. */
  hexsideAt(p: Point, among: ReadonlySet<string>, within: number): string | null {
    const here = among.size ? this.at(p) : null;
    if (!here) return null;
    let best: string | null = null;
    let most = this.pitch * (0.5 - within);
    for (const cell of this.near(here)) {
      const name = among.has(`${here.id}/${cell.id}`) ? `${here.id}/${cell.id}` : `${cell.id}/${here.id}`;
      if (!among.has(name)) continue;
      const away = distance(cell, here);
      const towards = ((p.x - here.x) * (cell.x - here.x) + (p.y - here.y) * (cell.y - here.y)) / away;
      if (towards > most) [best, most] = [name, towards];
    }
    return best;
  }

  outline(cell: Point, inset = 0): string {
    return `M${this.corners(cell, inset)
      .map((p) => `${round(p.x)} ${round(p.y)}`)
      .join('L')}Z`;
  }

  /** The line around a set of cells: every side that no two of them share. */
  border(ids: ReadonlySet<string>, inset = 0): string {
    const sides: string[] = [];
    for (const id of ids) {
      const cell = this.cells.get(id);
      if (!cell) continue;
      const corners = this.corners(cell, inset);
      corners.forEach((a, i) => {
        const b = corners[(i + 1) % corners.length]!;
        const across = { x: a.x + b.x - cell.x, y: a.y + b.y - cell.y };
        const beyond = this.at(across);
        if (!beyond || !ids.has(beyond.id)) sides.push(`M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`);
      });
    }
    return sides.join('');
  }

  private near(here: BoardHex): BoardHex[] {
    return this.around(here.x, here.y).filter((cell) => cell !== here && distance(cell, here) < this.pitch * TOLERANCE);
  }

  private around(x: number, y: number): BoardHex[] {
    const found: BoardHex[] = [];
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) found.push(...(this.buckets.get(this.key(x + dx * this.pitch, y + dy * this.pitch)) ?? []));
    return found;
  }

  private key(x: number, y: number): string {
    return `${Math.floor(x / this.pitch)},${Math.floor(y / this.pitch)}`;
  }
}

/** "1410 Novgorod" where the hex has a name, else its number. */
export function hexWords(cell: BoardHex): string {
  return cell.place ? `${cell.id} ${cell.place}` : cell.id;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function nearestDistance(cells: readonly BoardHex[]): number | null {
  // A handful of cells is enough: the grid is regular.
  let least = Infinity;
  for (const here of cells.slice(0, 12)) for (const cell of cells) if (cell !== here) least = Math.min(least, distance(cell, here));
  return Number.isFinite(least) ? least : null;
}

function isPlumb(a: Point, b: Point, pitch: number): boolean {
  return Math.abs(a.x - b.x) < pitch * 0.05 && Math.abs(Math.abs(a.y - b.y) - pitch) < pitch * 0.08;
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
