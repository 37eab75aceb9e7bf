// "Why not?" queries: what to ask the rulebook when something unlit was clicked. The page does not know the answer: it
// asks with the verbs of the options on offer, and with the general ones, until the rulebook gives a reason.

import type { Counter, Option, Target } from '../../api/protocol';
import type { Narrowed } from '../../board/targets';

export interface Question {
  verb: string;
  unit?: string;
  hex?: string;
}

// Rulebooks explain entering a hex under this name, whatever their options are called.
const ENTER = 'enter';
const ATTACK = 'attack';
// And what is no choice at all, whoever acts, under this one.
const CHOOSE = 'choose';
const MOST = 4;

export function questions(
  options: readonly Option[],
  narrowed: Narrowed,
  clicked: Target,
  counters: readonly Counter[],
  side: string,
): Question[] {
  const verbs = [...new Set(options.filter(({ target }) => target.unit ?? target.hex).map(({ id }) => id.split(':')[0]!))];
  const there = counters.filter((c) => c.hex === clicked.hex);
  const own = there.find((c) => c.unit === clicked.unit && c.side === side) ?? there.find((c) => c.side === side);
  const where: Pick<Question, 'hex'> = clicked.hex === undefined ? {} : { hex: clicked.hex };
  const asked: Question[] = [];
  const acting = narrowed.unit ?? actingUnit(options, counters, side);
  if (acting !== undefined && acting !== own?.unit) {
    const enemies = there.some((c) => c.side !== side);
    for (const verb of enemies ? [ATTACK, ENTER] : [ENTER]) asked.push({ verb, unit: acting, ...where });
  }
  if (own) for (const verb of verbs) asked.push({ verb, unit: own.unit, ...where });
  else if (acting !== undefined) for (const verb of verbs) asked.push({ verb, unit: acting, ...where });
  else if (verbs.includes(ATTACK)) asked.push({ verb: ATTACK, ...where });
  const seen = new Set<string>();
  const different = asked.filter((q) => !seen.has(JSON.stringify(q)) && seen.add(JSON.stringify(q))).slice(0, MOST);
  return clicked.hex === undefined ? different : [...different, { verb: CHOOSE, ...where }];
}

/** The unit that the options are about, where all that they name stand in one hex of the map; of several forces none is meant. */
function actingUnit(options: readonly Option[], counters: readonly Counter[], side: string): string | undefined {
  const own = new Map(counters.filter((c) => c.side === side).map((c) => [c.unit, c.hex]));
  const units = options.flatMap(({ target: { unit, hex } }) => (unit !== undefined && hex === undefined && own.has(unit) ? [unit] : []));
  return new Set(units.map((unit) => own.get(unit))).size === 1 ? units[0] : undefined;
}
