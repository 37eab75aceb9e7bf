// What has befallen the units of a seat: those that were lost, and those that an adverse mark has come upon.

import type { Counter, CounterMark, LogLine } from '../api/protocol';

/** One blow: what happened, in words, where, and the paragraph. */
export interface Blow {
  text: string;
  rule: string;
  hex: string;
  units: string[];
}

/** Fewer blows of a kind are told one by one; more are told by hex. */
const SINGLY = 3;

/**
 * The blows between two positions. Losses are told by the lines of the log; a mark is told by its word, hex by hex.
 * `marks` is false where the seat itself has acted: then it has seen what it did.
 */
export function blows(
  before: readonly Counter[],
  now: readonly Counter[],
  lines: readonly LogLine[],
  side: string,
  look: readonly CounterMark[],
  marks = true,
): Blow[] {
  const own = new Map(before.filter((c) => c.side === side).map((c) => [c.unit, c]));
  const there = new Map(now.filter((c) => c.side === side).map((c) => [c.unit, c]));
  const lost = lines.flatMap((line): Blow[] => {
    const units = (line.units ?? []).filter((unit) => own.has(unit) && !there.has(unit));
    if (line.role !== 'loss' || !units.length) return [];
    return [{ text: line.text, rule: line.rule ?? '', hex: line.hexes?.[0] ?? own.get(units[0]!)!.hex, units }];
  });
  const struck = marks ? look.filter(({ adverse }) => adverse).flatMap((mark) => marked(own, there, mark)) : [];
  return [...lost, ...struck];
}

/** Whom a mark has come upon, hex by hex. */
function marked(before: ReadonlyMap<string, Counter>, now: ReadonlyMap<string, Counter>, mark: CounterMark): Blow[] {
  const holds = (counter: Counter): boolean => counter[mark.field] === mark.when;
  const hexes = new Map<string, Counter[]>();
  for (const [unit, counter] of now) {
    const was = before.get(unit);
    if (was && !holds(was) && holds(counter)) hexes.set(counter.hex, [...(hexes.get(counter.hex) ?? []), counter]);
  }
  return [...hexes].map(([hex, counters]) => ({
    text: `${named(counters)} in ${hex}: ${mark.word}.`,
    rule: '',
    hex,
    units: counters.map(({ unit }) => unit),
  }));
}

function named(counters: readonly Counter[]): string {
  const names = counters.map(({ name, unit }) => name ?? unit);
  return names.length > SINGLY ? `${names.slice(0, SINGLY - 1).join(', ')} and ${names.length - SINGLY + 1} more` : names.join(', ');
}
