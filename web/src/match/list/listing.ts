// Model of the list view: who can act and where, where a force can go, and who stands where. It compares names and
// places and knows nothing else about options.

import type { Counter, Option } from '../../api/protocol';
import type { Reach } from '../../api/study';
import type { Look } from '../../board/look';
import { placeWords, unitWords, valueWords } from '../../board/boardText';
import { reachWords } from '../../board/drawing/reachMarks';
import type { Grid } from '../../board/grid';

/** A hex with its units and what can be chosen there. */
export interface ListedStack {
  hex: string;
  words: string;
  units: string[];
  options: Option[];
  /** A unit of the seat is among them. */
  own: boolean;
  /** Units of other sides in the hexes beside it. */
  beside: string[];
}

/** A hex that a force can reach. */
export interface ListedGoal {
  hex: string;
  words: string;
  costs: string;
  options: Option[];
}

export interface Listing {
  acting: ListedStack[];
  /** Units off the map, and whatever else stands in no hex. */
  elsewhere: Option[];
  own: ListedStack[];
  others: ListedStack[];
}

export interface Given {
  counters: readonly Counter[];
  options: readonly Option[];
  /** Whose units are the player's own. */
  side: string | null;
  grid: Grid;
  look: Look;
  /** What else is told of a hex. */
  told?: (hex: string) => string[];
}

/** Everything on the map by hex in reading order; a hex with choices is listed once, with them. */
export function listing(given: Given): Listing {
  const { counters, options, side, grid, look } = given;
  const at = new Map(counters.map((c) => [c.unit, c.hex]));
  const here = grouped(options, ({ target }) => (target.unit === undefined ? target.hex : at.get(target.unit)) ?? '');
  const stacks = grouped(counters, (c) => c.hex);
  const elsewhere = here.get('') ?? [];
  here.delete('');
  const isOwn = (hex: string): boolean => (stacks.get(hex) ?? []).some((c) => c.side === side);
  const stack = (hex: string): ListedStack => ({
    hex,
    words: wordsOf(hex, given),
    units: (stacks.get(hex) ?? []).map((c) => [unitWords(c, look), valueWords(c, look)].filter(Boolean).join(', ')),
    options: here.get(hex) ?? [],
    own: isOwn(hex),
    beside: grid
      .neighbours(hex)
      .flatMap(({ id }) => (stacks.get(id) ?? []).filter((c) => c.side !== side).map((c) => `${id} ${c.name ?? c.unit}`)),
  });
  const idle = read(
    [...stacks.keys()].filter((hex) => !here.has(hex)),
    grid,
  );
  return {
    acting: read([...here.keys()], grid).map(stack),
    elsewhere: elsewhere.filter(({ target }) => target.unit !== undefined || target.hex !== undefined),
    own: idle.filter(isOwn).map(stack),
    others: idle.filter((hex) => !isOwn(hex)).map(stack),
  };
}

/** Where a force can go, in reading order: each hex in words, what it costs, and the options that lead there at once. */
export function goals(reach: Reach, given: Given): ListedGoal[] {
  const { counters, options, grid, look } = given;
  const stacks = grouped(counters, (c) => c.hex);
  const leading = grouped(
    options.filter(({ target }) => target.hex !== undefined),
    ({ target }) => target.hex!,
  );
  return read(Object.keys(reach.hexes), grid).map((hex) => ({
    hex,
    words: [wordsOf(hex, given), ...(stacks.get(hex) ?? []).map((c) => c.name ?? c.unit)].join('; '),
    costs: `Costs ${reach.hexes[hex]!.cost}: ${reachWords(reach, hex, look)}.`,
    options: leading.get(hex) ?? [],
  }));
}

/** Whether words hold what is looked for, whatever its capitals. */
export function holds(wanted: string, ...words: readonly (string | readonly string[])[]): boolean {
  return words.flat().some((text) => text.toLowerCase().includes(wanted.trim().toLowerCase()));
}

function wordsOf(hex: string, { grid, told }: Given): string {
  const cell = grid.cell(hex);
  return cell ? placeWords(cell, told?.(hex)) : hex;
}

function grouped<T>(things: readonly T[], key: (thing: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const thing of things) {
    const group = found.get(key(thing));
    if (group) group.push(thing);
    else found.set(key(thing), [thing]);
  }
  return found;
}

/** Hexes from the top left to the bottom right. */
function read(hexes: readonly string[], grid: Grid): string[] {
  return [...hexes].sort((a, b) => {
    const [p, q] = [grid.cell(a), grid.cell(b)];
    return p && q ? p.y - q.y || p.x - q.x : a.localeCompare(b);
  });
}
