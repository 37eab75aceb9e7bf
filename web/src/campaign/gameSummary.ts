// Summary of a finished game: the verdict, what every turn cost, and the hardest fights.

import type { LogLine, Position, Standing } from '../api/protocol';
import { fightAt, outcomeOf } from '../combat/combatLog';
import { titled } from '../ui/text';

export interface TurnCost {
  turn: number;
  /** "Turn 3: 1st August". */
  title: string;
  /** The answer after which it had begun. */
  answer: number;
  combats: number;
  /** Units lost, by side. */
  lost: Record<string, number>;
}

export interface HardFight {
  /** The line with which it begins. */
  line: LogLine;
  outcome: LogLine;
  /** Points that both sides inflicted together. */
  points: number;
}

const LOSSES: ReadonlySet<string> = new Set(['Eliminated', 'Gone']);

/** "Soviet wins (substantial)", "Draw (agreement)". */
export function verdict({ winner, level }: Pick<Standing, 'winner' | 'level'>): string {
  const who = winner === 'draw' ? 'Draw' : `${titled(winner)} wins`;
  return level ? `${who} (${level})` : who;
}

/** What it means to somebody who held these seats; nothing to those who held none, or all. */
export function meaning(winner: string, held: readonly string[], seats: readonly string[]): 'won' | 'lost' | 'drawn' | '' {
  const own = seats.filter((seat) => held.includes(seat));
  if (!own.length || own.length === seats.length) return '';
  if (winner === 'draw') return 'drawn';
  return own.includes(winner) ? 'won' : 'lost';
}

/** Turn by turn: how often it came to a combat, and how many units each side lost. */
export function turnCosts(log: readonly LogLine[], position: Position): TurnCost[] {
  const sides = new Map([...position.counters, ...(position.off_map ?? [])].map(({ name, unit, side }) => [name ?? unit, side]));
  const found: TurnCost[] = [];
  for (const [i, { answer, text, event }] of log.entries()) {
    if (event?.kind === 'TurnBegan') {
      const title = text.replace(/ begins(?=[:.])/, '').replace(/\.$/, '');
      found.push({ turn: Number(event['turn']), title, answer, combats: 0, lost: {} });
    }
    const now = found.at(-1);
    if (!now) continue;
    if (fightAt(log, i)?.from === i) now.combats++;
    if (!LOSSES.has(event?.kind ?? '')) continue;
    const side = sides.get(text.replace(/ is (eliminated|destroyed)\.?$/, ''));
    if (side !== undefined) now.lost[side] = (now.lost[side] ?? 0) + 1;
  }
  return found;
}

/** The fights in which most was lost, the hardest first. */
export function hardest(log: readonly LogLine[], most: number): HardFight[] {
  const found: HardFight[] = [];
  for (const [i, line] of log.entries()) {
    const fight = fightAt(log, i);
    if (fight?.from !== i) continue;
    const outcome = outcomeOf(fight);
    const points = Number(outcome?.event?.['attacker_inflicted'] ?? 0) + Number(outcome?.event?.['defender_inflicted'] ?? 0);
    if (outcome && points > 0) found.push({ line, outcome, points });
  }
  return found.toSorted((a, b) => b.points - a.points).slice(0, most);
}
