// Arithmetic of combat odds: one bar of a hundred parts, and losses as bars of a common scale.

import type { Odds, ReckoningLine, Winner } from '../api/study';
import { fraction, hundredths, near, percent, sum, WHOLE, type Fraction } from '../ui/fractions';

export interface BarPart {
  who: 'attacker' | 'neither' | 'defender';
  /** Whole percents; all parts of a bar make a hundred. */
  width: number;
  text: string;
}

export interface LossBar {
  loses: string;
  chance: string;
  /** Part of the tallest bar, 0 to 1. */
  height: number;
}

/** Who wins, as parts of one bar. What neither wins, if anything, lies between them. */
export function winnerBar(winner: Winner): BarPart[] {
  const attacker = fraction(winner.attacker);
  const defender = fraction(winner.defender);
  const neither = less(WHOLE, sum([attacker, defender]));
  const shares = neither.over > 0n ? [attacker, neither, defender] : [attacker, defender];
  const names = neither.over > 0n ? (['attacker', 'neither', 'defender'] as const) : (['attacker', 'defender'] as const);
  return hundredths(shares).map((width, i) => ({ who: names[i]!, width, text: percent(shares[i]!) }));
}

/** "attacker wins 58%, defender wins 42%". */
export function winnerWords(winner: Winner): string {
  return winnerBar(winner)
    .map(({ who, text }) => `${who === 'neither' ? 'neither side' : who} wins ${text}`)
    .join(', ');
}

/** Which of several combats a side is likeliest to win; null where none is likelier than all others. */
export function bestOdds(odds: readonly Pick<Odds, 'attacker' | 'winner'>[], side: string | null): number | null {
  const chances = odds.map(({ attacker, winner }) => near(fraction(attacker.side === side ? winner.attacker : winner.defender)));
  const most = Math.max(...chances);
  return chances.filter((chance) => chance === most).length === 1 ? chances.indexOf(most) : null;
}

/** A distribution of losses as bars, least first. */
export function lossBars(losses: Readonly<Record<string, string>>): LossBar[] {
  const found = Object.entries(losses)
    .map(([loses, chance]) => ({ loses, chance: fraction(chance) }))
    .sort((a, b) => Number(a.loses) - Number(b.loses));
  const most = Math.max(0, ...found.map(({ chance }) => near(chance)));
  return found.map(({ loses, chance }) => ({ loses, chance: percent(chance), height: most > 0 ? near(chance) / most : 0 }));
}

/** The mean of a distribution of losses. */
export function meanLoss(losses: Readonly<Record<string, string>>): Fraction {
  return sum(
    Object.entries(losses).map(([loses, chance]) => {
      const { over, under } = fraction(chance);
      return { over: over * BigInt(loses), under };
    }),
  );
}

/** A contribution as it is written in front of its words: "+2", "−1", "× ½", "= 1". */
export function contribution({ sign = '+', value }: Pick<ReckoningLine, 'sign' | 'value'>): string {
  const text = worded(value);
  if (sign === 'x') return `× ${text}`;
  if (sign !== '+') return `${sign} ${text}`;
  return text.startsWith('−') || text === '0' ? text : `+${text}`;
}

function worded(value: number | string): string {
  const text = String(value).replace('-', '−');
  return text === '1/2' ? '½' : text === '3/4' ? '¾' : text === '1/4' ? '¼' : text;
}

function less(a: Fraction, b: Fraction): Fraction {
  return sum([a, { over: -b.over, under: b.under }]);
}
