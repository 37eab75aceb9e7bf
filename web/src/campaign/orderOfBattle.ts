// The order of battle of both sides as far as this seat knows it: who is where, and what has been lost.

import type { Counter, OffMap, Position } from '../api/protocol';

export interface Entry {
  unit: string;
  name: string;
  printed: number;
  /** What is left of it; null where this seat does not know. */
  strength: number | null;
  hex: string | null;
  fate: string;
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
  /** On the map now: known strength, and the printed one where it is not known. */
  standing: number;
  /** Some of it is only known as printed. */
  atMost: boolean;
  lostUnits: number;
  lostPoints: number;
}

const ON_MAP = 'on the map';
/** Units that are off the map only for now; any other fate is a loss. */
const TO_COME: ReadonlySet<string> = new Set(['due', 'set_up']);
/** Fates in words; a rulebook's own word stands where none is given. */
const WORDS: Record<string, string> = {
  due: 'To come',
  set_up: 'To be set up',
  pool: 'Eliminated, can be rebuilt',
  gone: 'Out of the game',
};

export function entriesOf(position: Position, side: string): Entry[] {
  const on = position.counters.filter((c) => c.side === side).map((c) => entry(c, c.hex, ON_MAP, c.strength ?? null));
  const off = (position.off_map ?? [])
    .filter((u) => u.side === side)
    .map((u) => entry({ ...u, hex: '' }, null, u.fate, TO_COME.has(u.fate) ? u.printed : 0));
  return [...on, ...off];
}

/** By formation on the map, then by fate off it. */
export function groupsOf(entries: readonly Entry[]): Group[] {
  const groups = new Map<string, Entry[]>();
  const sorted = entries.toSorted((a, b) => rank(a) - rank(b) || a.parent.localeCompare(b.parent, undefined, { numeric: true }));
  for (const it of sorted) {
    const title = it.fate === ON_MAP ? it.parent || 'On the map' : fateWords(it.fate);
    groups.set(title, [...(groups.get(title) ?? []), it]);
  }
  return [...groups].map(([title, units]) => ({ title, units }));
}

export function isLost({ fate }: Entry): boolean {
  return fate !== ON_MAP && !TO_COME.has(fate);
}

export function strengthOf(entries: readonly Entry[]): Strength {
  const standing = entries.filter((e) => e.fate === ON_MAP);
  const lost = entries.filter(isLost);
  const damage = standing.reduce((sum, e) => sum + (e.strength === null ? 0 : Math.max(0, e.printed - e.strength)), 0);
  return {
    units: standing.length,
    printed: total(standing, (e) => e.printed),
    standing: total(standing, (e) => e.strength ?? e.printed),
    atMost: standing.some((e) => e.strength === null),
    lostUnits: lost.length,
    lostPoints: total(lost, (e) => e.printed) + damage,
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

function entry(counter: Counter & { turn?: number }, hex: string | null, fate: string, strength: number | null): Entry {
  const { unit, name, printed, parent, turn } = counter;
  return { unit, name: name ?? unit, printed, strength, hex, fate, parent: parent ?? '', turn: turn ?? null, counter };
}

function fateWords(fate: string): string {
  return WORDS[fate] ?? fate.charAt(0).toUpperCase() + fate.slice(1).replaceAll('_', ' ');
}

function rank({ fate }: Entry): number {
  return fate === ON_MAP ? 0 : TO_COME.has(fate) ? 1 : 2;
}

function total(entries: readonly Entry[], of: (entry: Entry) => number): number {
  return entries.reduce((sum, e) => sum + of(e), 0);
}
