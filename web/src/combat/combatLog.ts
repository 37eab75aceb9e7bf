// Combats found in the log: from the line with which one begins to the last that belongs to it.

import type { LogLine } from '../api/protocol';

export interface Fight {
  /** The number of the first line in the log. */
  from: number;
  /** The answer after which it had begun. */
  answer: number;
  lines: LogLine[];
}

const BEGINNINGS: ReadonlySet<string> = new Set(['CombatBegan', 'Attacked']);
const OUTCOMES: ReadonlySet<string> = new Set(['Won', 'Overwhelmed', 'Resolved']);
/** What tells of something else again. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...BEGINNINGS,
  'Activated',
  'Moved',
  'PhaseBegan',
  'TurnBegan',
  'Declared',
  'Overstacked',
  'GameEnded',
]);

export function beginsFight(line: LogLine): boolean {
  return BEGINNINGS.has(line.event?.kind ?? '');
}

/** The fight that a line belongs to, or null. */
export function fightAt(log: readonly LogLine[], index: number): Fight | null {
  let from = index;
  while (from >= 0 && !beginsFight(log[from]!)) {
    if (ELSEWHERE.has(log[from]!.event?.kind ?? '')) return null;
    from--;
  }
  if (from < 0) return null;
  let to = from + 1;
  while (to < log.length && !ELSEWHERE.has(log[to]!.event?.kind ?? '')) to++;
  return { from, answer: log[from]!.answer, lines: log.slice(from, to) };
}

export function lastFight(log: readonly LogLine[]): Fight | null {
  const from = log.findLastIndex(beginsFight);
  return from < 0 ? null : fightAt(log, from);
}

/** The last answer before its dice fell: all choices have been made then. */
export function beforeDice({ answer, lines }: Fight): number {
  const first = lines.find((line) => line.event?.faces);
  return first ? Math.max(answer, first.answer - 1) : answer;
}

/** How it ended, in the rulebook's own sentence. */
export function outcomeOf(fight: Fight): LogLine | null {
  return fight.lines.findLast((line) => OUTCOMES.has(line.event?.kind ?? '')) ?? null;
}

/** A roll, and what the log says of it until the next one. */
export interface Throw {
  roll: LogLine;
  then: LogLine[];
}

export function throwsOf(fight: Fight): Throw[] {
  const found: Throw[] = [];
  for (const line of fight.lines.slice(1)) {
    if (line.event?.faces) found.push({ roll: line, then: [] });
    else if (!OUTCOMES.has(line.event?.kind ?? '')) found.at(-1)?.then.push(line);
  }
  return found;
}
