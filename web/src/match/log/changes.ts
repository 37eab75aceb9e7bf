// Difference between two positions: new lines of the log, dice that fell, counters that went elsewhere.

import type { Counter, LogLine, Sight } from '../../api/protocol';

export interface Roll {
  faces: number[];
  rule: string;
  /** The seat whose dice these were, where that is told. */
  by?: string | undefined;
}

export interface Move {
  unit: string;
  from: string;
  to: string;
  /** The hexes between, where the log tells them. */
  by?: string[];
}

/** The lines that the newer sight has and the older had not. */
export function newLines(before: Sight | null, now: Sight): LogLine[] {
  if (!before) return [];
  // With the end of a game its whole log is open: what is new in it is not all news.
  if (before.over !== now.over) return now.log.filter(({ answer }) => answer > (before.answers ?? 0));
  const grown = (now.log_lines ?? now.log.length) - (before.log_lines ?? before.log.length);
  return grown > 0 ? now.log.slice(-grown) : [];
}

/** Which counters went elsewhere, and by which way, as far as the lines of the log between tell it. */
export function moves(before: readonly Counter[], now: readonly Counter[], lines: readonly LogLine[] = []): Move[] {
  const was = new Map(before.map((c) => [c.unit, c.hex]));
  const ways = new Map(lines.flatMap((line) => wayIn(line) ?? []));
  return now.flatMap((c) => {
    const from = was.get(c.unit);
    if (from === undefined || from === c.hex) return [];
    const by = ways.get(`${from} ${c.hex}`);
    return [{ unit: c.unit, from, to: c.hex, ...(by?.length ? { by } : {}) }];
  });
}

/** From where to where a line tells that units went, and the hexes between. */
function wayIn({ role, path = [] }: LogLine): [string, string[]][] | null {
  return role === 'move' && path.length > 1 ? [[`${path[0]} ${path.at(-1)}`, path.slice(1, -1)]] : null;
}

/** The roll of which a line tells, else null. */
export function rollIn({ role, faces, rule, event, by }: LogLine): Roll | null {
  return role === 'roll' && faces ? { faces, rule: rule || (event?.paragraph ?? ''), by } : null;
}

/** The log without what the next line says again: that units are about to act, when they move at once. */
export function terse(log: readonly LogLine[]): LogLine[] {
  return log.filter(({ role, units }, i) => {
    const next = log[i + 1];
    return role !== 'prelude' || next?.role !== 'move' || String(next.units) !== String(units);
  });
}

/** The log without the lines that are beyond an answer, for replays. */
export function upTo(log: readonly LogLine[], answer: number): LogLine[] {
  return log.filter((line) => line.answer <= answer);
}

/** A log put together from the tail that a sight carries and what was known before. */
export function merged(known: readonly LogLine[], now: Sight): LogLine[] {
  const total = now.log_lines ?? now.log.length;
  if (now.log.length >= total) return now.log;
  const head = known.slice(0, total - now.log.length);
  return [...head, ...now.log];
}

/** Whether a seat must still wait that asked when it saw *made*: nothing that it sees now shows that it has been dealt with. */
export function holds(made: Sight, now: Sight, seat: string): boolean {
  if (now.version === made.version) return true;
  // A newer position may be the doing of somebody who was asked at the same time, and a word of Control's is none.
  return isSameQuestion(made, now, seat) && (now.answers === made.answers || made.view.asked.length > 1);
}

/** Somebody has sat down, or Control has spoken: the question to the seat is the same, and so are its options. What was begun of its answer stays. */
export function keptQuestion(before: Sight, now: Sight, seat: string): Sight {
  if (now.answers !== before.answers || !isSameQuestion(before, now, seat)) return now;
  return { ...now, view: { ...now.view, options: before.view.options } };
}

function isSameQuestion({ view: before }: Sight, { view: now }: Sight, seat: string): boolean {
  const asked = before.asked.includes(seat) && now.asked.includes(seat) && before.prompt === now.prompt;
  return asked && JSON.stringify(before.options) === JSON.stringify(now.options);
}
