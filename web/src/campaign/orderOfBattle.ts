// The order of battle of both sides as far as this seat knows it: who is where, and what has been lost.

import type { Counter, Fate, OffMap, Position } from '../api/protocol';
import { fresh, known, printed, strengthFigure, type Look } from '../board/look';
import { strengthIn, type Range } from '../board/strengths';
import { titled } from '../ui/text';

export interface Entry {
  unit: string;
  name: string;
  printed: number;
  /** What is left of it; null where this seat does not know. */
  strength: number | null;
  hex: string | null;
  /** What has become of it; null while it stands on the map. */
  fate: Fate | null;
  parent: string;
  /** The turn on which it is due. */
  turn: number | null;
  counter: Counter;
}

export interface Group {
  title: string;
  units: Entry[];
}

export interface Strength {
  units: number;
  printed: number;
  /** On the map now: the least and the most that this seat knows of. */
  standing: Range;
  lostUnits: number;
  /** Of the units that are lost, and what those on the map lack. */
  lostPoints: Range;
}

export function entriesOf(position: Position, side: string, look: Look): Entry[] {
  const on = position.counters.filter((c) => c.side === side).map((c) => entry(c, c.hex, null, look));
  const off = (position.off_map ?? []).filter((u) => u.side === side).map((u) => entry(fresh(u, look), null, fateOf(u.fate, look), look));
  return [...on, ...off];
}

/** What a fate is called; a rulebook's own word stands where it has no title, and means a loss. */
export function fateOf(name: string, { fates }: Look): Fate {
  return fates.find((fate) => fate.name === name) ?? { name, title: titled(name), lost: true };
}

/** By formation on the map, then by fate off it. */
export function groupsOf(entries: readonly Entry[]): Group[] {
  const groups = new Map<string, Entry[]>();
  const sorted = entries.toSorted((a, b) => rank(a) - rank(b) || a.parent.localeCompare(b.parent, undefined, { numeric: true }));
  for (const it of sorted) {
    const title = it.fate?.title ?? (it.parent || 'On the map');
    groups.set(title, [...(groups.get(title) ?? []), it]);
  }
  return [...groups].map(([title, units]) => ({ title, units }));
}

export function isLost({ fate }: Entry): boolean {
  return fate?.lost ?? false;
}

export function strengthOf(position: Position, side: string, look: Look): Strength {
  const entries = entriesOf(position, side, look);
  const on = entries.filter((e) => e.fate === null);
  const lost = entries.filter(isLost);
  const printed = total(on, (e) => e.printed);
  const standing = strengthIn(position, side, '', look);
  const gone = total(lost, (e) => e.printed);
  return {
    units: on.length,
    printed,
    standing,
    lostUnits: lost.length,
    lostPoints: { least: gone + Math.max(0, printed - standing.most), most: gone + Math.max(0, printed - standing.least) },
  };
}

/** Who arrives when, by turn; taken from the calendar, else from the units that are due. */
export function arrivals(position: Position): { turn: number; name: string; units: OffMap[] }[] {
  const waiting = (position.off_map ?? []).filter((u) => u.turn !== undefined);
  const named = (turn: number): string =>
    position.calendar?.find((c) => c.turn === turn)?.name ?? position.turns?.[turn - 1] ?? `Turn ${turn}`;
  const turns = [...new Set(waiting.map((u) => u.turn!))].sort((a, b) => a - b);
  return turns.map((turn) => ({ turn, name: named(turn), units: waiting.filter((u) => u.turn === turn) }));
}

function entry(counter: Counter, hex: string | null, fate: Fate | null, look: Look): Entry {
  const figure = strengthFigure(look);
  const full = (figure && printed(counter, figure)) ?? 0;
  const left = figure && known(counter, figure);
  const { unit, name, parent, turn } = counter as Counter & { turn?: number };
  return {
    unit,
    name: name ?? unit,
    printed: full,
    strength: fate?.lost ? 0 : figure ? (left ?? null) : 0,
    hex,
    fate,
    parent: parent ?? '',
    turn: turn ?? null,
    counter,
  };
}

function rank({ fate }: Entry): number {
  return fate === null ? 0 : fate.lost ? 2 : 1;
}

function total(entries: readonly Entry[], of: (entry: Entry) => number): number {
  return entries.reduce((sum, e) => sum + of(e), 0);
}
