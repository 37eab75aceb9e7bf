// What of a log is shown: by side, and whether it counts.

import type { JudgementEntry } from '../api/judging';

/** Every side that an entry concerns, in the order in which they came. */
export function sidesOf(entries: readonly JudgementEntry[]): string[] {
  return [...new Set(entries.flatMap(({ sides }) => sides))];
}

/** The newest first; those of one side alone where one is chosen, and only what counts where that is asked. */
export function shownEntries(entries: readonly JudgementEntry[], side: string, standing: boolean): JudgementEntry[] {
  return entries.filter((entry) => (!side || entry.sides.includes(side)) && (!standing || entry.stands)).reverse();
}

/** "14:05", as the clock on the wall shows it. */
export function timeOf(entry: JudgementEntry): string {
  const at = new Date(entry.time);
  return Number.isNaN(at.getTime()) ? '' : at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}

/** "6,6,4 6,6 6". */
export function diceWords(dice: readonly (readonly number[])[]): string {
  return dice.map((roll) => roll.join(',')).join(' ');
}
