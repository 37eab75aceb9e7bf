// Who sits where, as sentences and buttons need it.

import type { PublicState } from '../protocol';
import { CONTROL } from '../table/session.svelte';

/** A dialog about people at the table. */
export type DialogName = 'resign' | 'result' | 'substitute' | 'reminders' | 'invite';

type Seats = NonNullable<PublicState['seats']>;

/** The seats of the game that are held here: Control plays no side. */
export function played(mine: readonly string[] | undefined): string[] {
  return (mine ?? []).filter((seat) => seat !== CONTROL);
}

export function openSeats(seats: Seats | undefined): string[] {
  return Object.entries(seats ?? {}).flatMap(([seat, { kind }]) => (kind === 'open' ? [seat] : []));
}

/** Whether players alone decide how the match ends: a bot agrees to nothing. */
export function canAgree(seats: Seats | undefined): boolean {
  return Object.values(seats ?? {}).every(({ kind, substitute }) => kind !== 'bot' || substitute);
}

/** The seats of others that have kept everybody waiting for so long that a bot may take them. */
export function overdue(seats: Seats | undefined, mine: readonly string[], now: number): string[] {
  return Object.entries(seats ?? {}).flatMap(([seat, { kind, claimable }]) =>
    kind === 'person' && !mine.includes(seat) && claimable != null && claimable <= now ? [seat] : [],
  );
}

/** Whether a file of the match is given out here: when it is over, to Control, and to whoever holds every seat. */
export function mayExport(over: boolean, seats: Seats | undefined, mine: readonly string[]): boolean {
  return over || mine.includes(CONTROL) || Object.keys(seats ?? {}).every((seat) => mine.includes(seat));
}

/** Whether another course may be tried from here: when it is over, and to whoever plays against no other person. */
export function mayFork(over: boolean, seats: Seats | undefined, mine: readonly string[]): boolean {
  const persons = Object.entries(seats ?? {}).filter(([, { kind, substitute }]) => kind !== 'bot' || substitute);
  return over || (persons.length > 0 && persons.every(([seat]) => mine.includes(seat)));
}

/** The bot that stands in unless another is chosen: the random one is for tests. */
export function usualBot(bots: readonly string[] | undefined): string {
  return bots?.find((bot) => bot !== 'random') ?? bots?.[0] ?? '';
}
