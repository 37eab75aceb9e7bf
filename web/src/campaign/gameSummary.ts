// Summary of a finished game: the verdict, what every turn cost, and the hardest fights.

import type { LogLine, Position, Standing } from '../api/protocol';
import type { Afterword } from '../api/study';
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

export interface SideCost {
  units: number;
  /** How many of them came back. */
  returned: number;
  /** Points of strength; null while that is not known. */
  points: number | null;
}

export interface HardFight {
  /** The line with which it begins. */
  line: LogLine;
  outcome: LogLine;
  /** Points that both sides inflicted together. */
  points: number;
}

/** "Red wins (substantial)", "Draw (agreement)". */
export function verdict({ winner, level }: Pick<Standing, 'winner' | 'level'>): string {
  const who = winner === 'draw' ? 'Draw' : `${titled(winner)} wins`;
  return level ? `${who} (${level})` : who;
}

/** What it means to somebody who held these seats; nothing to those who held none, or all. */
export function meaning(
  winner: string,
  held: readonly string[],
  seats: readonly string[],
  sides: Readonly<Record<string, string>> = {},
): 'won' | 'lost' | 'drawn' | '' {
  const own = seats.filter((seat) => held.includes(seat));
  if (!own.length || own.length === seats.length) return '';
  if (winner === 'draw') return 'drawn';
  return own.some((seat) => (sides[seat] ?? seat) === winner) ? 'won' : 'lost';
}

/** The turns as the afterword tells them; as far as the log tells while it is not there. */
export function turnsOf(afterword: Afterword | null | undefined, log: readonly LogLine[], position: Position): TurnCost[] {
  return afterword?.turns.map(({ units, ...turn }) => ({ ...turn, lost: units })) ?? turnCosts(log, position);
}

/** What a side lost: always the sum of its turns. */
export function costOf(side: string, turns: readonly TurnCost[], afterword: Afterword | null | undefined): SideCost {
  const told = afterword?.sides[side];
  return {
    units: turns.reduce((sum, { lost }) => sum + (lost[side] ?? 0), 0),
    returned: told?.returned ?? 0,
    points: afterword ? (told?.points ?? 0) : null,
  };
}

/** Turn by turn: how often it came to a combat, and how many units each side lost. */
export function turnCosts(log: readonly LogLine[], position: Position): TurnCost[] {
  const sides = new Map([...position.counters, ...(position.off_map ?? [])].map(({ unit, side }) => [unit, side]));
  const found: TurnCost[] = [];
  for (const [i, { answer, role, turn, units = [] }] of log.entries()) {
    if (role === 'turn') {
      const number = turn ?? found.length + 1;
      const name = position.turns?.[number - 1];
      found.push({ turn: number, title: `Turn ${number}${name ? `: ${name}` : ''}`, answer, combats: 0, lost: {} });
    }
    const now = found.at(-1);
    if (!now) continue;
    if (fightAt(log, i)?.from === i) now.combats++;
    if (role !== 'loss') continue;
    for (const side of units.flatMap((unit) => sides.get(unit) ?? [])) now.lost[side] = (now.lost[side] ?? 0) + 1;
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
    const points = outcome?.points ?? 0;
    if (outcome && points > 0) found.push({ line, outcome, points });
  }
  return found.toSorted((a, b) => b.points - a.points).slice(0, most);
}
