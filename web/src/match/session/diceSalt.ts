// Client salt for fair dice: what this player's browser adds when a seat is first taken: the server has shown by then
// to which secret it is bound, so that it cannot have chosen a secret that rolls well with it.

import { api } from '../../api/client';
import type { Match } from '../../api/protocol';

const BYTES = 16;

/** Add to the dice for a seat of this player's that has not done so; the match goes on without it where that fails. */
export async function addSalt(match: Match, seat: string, send: typeof api.salt = api.salt, salt = freshSalt()): Promise<Match> {
  const salts = match.salts ?? {};
  if (!wanted(match, seat)) return match;
  try {
    await send(match.match, { seat, salt });
  } catch {
    return match;
  }
  return { ...match, salts: { ...salts, [seat]: salt } };
}

function wanted({ mine, seats, over, commitment, salts }: Match, seat: string): boolean {
  return Boolean(commitment) && !over && mine.includes(seat) && seats[seat]?.kind === 'person' && !(seat in (salts ?? {}));
}

function freshSalt(): string {
  return [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The command that holds a saved game to the dice that were promised, and to what this player has added to them. */
export function check({ match, scenario, commitment, salts, mine }: Match): string {
  const own = mine.map((seat) => salts?.[seat]).find(Boolean);
  return `sandtable replay ${scenario}-${match}.json --commitment ${commitment}${own ? ` --salt ${own}` : ''}`;
}
