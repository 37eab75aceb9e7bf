// Outcomes of a combat option as text: who is left, what is still to be taken, and what becomes of the loser.

import type { OddsChoice, Winner } from '../api/study';
import { fraction, percent } from '../ui/fractions';

export interface Following {
  /** The rulebook's words. */
  text: string;
  /** "63%"; empty where it is certain. */
  chance: string;
}

/** Nothing can change any more who wins. */
export function isSettled({ attacker }: Winner): boolean {
  const { over, under } = fraction(attacker);
  return over === 0n || over === under;
}

/** What may become of the loser, the likeliest first as the server sends it. */
export function following(follows: Readonly<Record<string, string>>): Following[] {
  return Object.entries(follows).map(([text, chance]) => ({ text, chance: chance === '1' ? '' : percent(fraction(chance)) }));
}

/** "Leaves 1 Panzer 5, 6 Panzer 3", who is eliminated, and how many points are still to be taken. */
export function leaving({ left, losses_left: still }: Pick<OddsChoice, 'left' | 'losses_left'>): string[] {
  if (!left.length) return [];
  const standing = left.filter(({ strength }) => strength);
  const gone = left.filter(({ strength }) => strength === 0);
  const words = standing.length ? [`Leaves ${standing.map(({ name, strength }) => `${name} ${strength}`).join(', ')}`] : [];
  if (gone.length) words.push(`Eliminates ${gone.map(({ name }) => name).join(', ')}`);
  if (still) words.push(`${still} more ${still === 1 ? 'point' : 'points'} to take`);
  return words;
}

/** Whether the options differ in what becomes of the loser: where they do not, the sheet says it once. */
export function differ(choices: readonly Pick<OddsChoice, 'follows'>[]): boolean {
  return new Set(choices.map(({ follows }) => JSON.stringify(follows))).size > 1;
}

/** A cell of a printed table as on paper, where its file writes a letter for a heart or a diamond: "1h" is "1♥". */
export function suited(cell: string | number): string {
  return String(cell)
    .replace(/^(\d+)h$/, '$1♥')
    .replace(/^(\d+)d$/, '$1♦');
}
