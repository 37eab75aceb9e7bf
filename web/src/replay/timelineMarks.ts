// Timeline marks of the replay slider: where turns and combats begin, as places along it.

import type { LogLine } from '../api/protocol';
import type { Mark } from '../api/study';
import { terse } from '../match/log/changes';

export interface PlacedMark extends Mark {
  /** Place along the slider, 0 to 100. */
  at: number;
}

export function placedMarks(marks: readonly Mark[], last: number): PlacedMark[] {
  if (last <= 0) return [];
  return marks.filter((m) => m.answer >= 0 && m.answer <= last).map((m) => ({ ...m, at: (100 * m.answer) / last }));
}

/** The moment after an answer, in words: its number and its turn. */
export function momentWords(marks: readonly Mark[], answer: number): string {
  if (answer === 0) return 'the beginning';
  const turn = marks.findLast((m) => m.kind === 'turn' && m.answer <= answer);
  return turn ? `answer ${answer}, in ${turn.title}` : `answer ${answer}`;
}

/** The next mark of a kind before or after an answer. */
export function markBeside(marks: readonly Mark[], kind: string, answer: number, step: -1 | 1): Mark | null {
  const of = marks.filter((m) => m.kind === kind);
  return (step > 0 ? of.find((m) => m.answer > answer) : of.findLast((m) => m.answer < answer)) ?? null;
}

/** The answers between two at which something was told that can be seen: what a replay stops at, so that it does not linger on others. */
export function eventful(log: readonly LogLine[], from: number, to: number): number[] {
  const found = new Set<number>();
  for (const { answer } of terse(log)) if (answer > from && answer <= to) found.add(answer);
  return [...found].sort((a, b) => a - b);
}
