// Seat rules: who sits where and what that allows, as sentences and buttons need it.

import type { PublicState, View } from '../api/protocol';

/** The umpire's seat. */
export const CONTROL = 'control';

/** A dialog about people at the table. */
export type DialogName = 'resign' | 'result' | 'substitute' | 'reminders' | 'invite' | 'device' | 'fork' | 'rewind' | 'way back';

/** The side that a view is seen from: its seat's own, unless several seats are of one side. */
export function sideOf({ seat, sides }: Pick<View, 'seat' | 'sides'>): string {
  return sides?.[seat] ?? seat;
}

type Seats = NonNullable<PublicState['seats']>;

/** The seats of the game that are held here: Control plays no side. */
export function played(mine: readonly string[] | undefined): string[] {
  return (mine ?? []).filter((seat) => seat !== CONTROL);
}

export function openSeats(seats: Seats | undefined): string[] {
  return Object.entries(seats ?? {}).flatMap(([seat, { kind }]) => (kind === 'open' ? [seat] : []));
}

/** Whether nobody else hears what one says at the table: no other person, and no umpire. */
export function playsAlone(seats: Seats | undefined, control: string | undefined, mine: readonly string[]): boolean {
  const others = Object.entries(seats ?? {}).some(([seat, { kind, substitute }]) => !mine.includes(seat) && (kind !== 'bot' || substitute));
  return mine.length > 0 && !others && (control ?? 'none') === 'none';
}

/** The open seats whose players have left for good: a bot may take them at once. */
export function vacatedSeats(seats: Seats | undefined): string[] {
  return Object.entries(seats ?? {}).flatMap(([seat, { vacated }]) => (vacated ? [seat] : []));
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

/** Who may sit where in a fork: all sides at one screen ('' is mine), or one against the bot. While a bot plays on, it keeps its seat. */
export function forkSeats(over: boolean, seats: Seats | undefined, bot: string): { mine: string; seats: Record<string, string> }[] {
  const all = Object.entries(seats ?? {});
  const free = over || all.every(([, { kind, substitute }]) => kind !== 'bot' || substitute);
  const persons = all.flatMap(([seat, { kind, substitute }]) => (kind !== 'bot' || substitute ? [seat] : []));
  if (!free) return [{ mine: persons.length === 1 ? persons[0]! : '', seats: {} }];
  const against = (mine: string): Record<string, string> => Object.fromEntries(all.map(([seat]) => [seat, seat === mine ? 'person' : bot]));
  return [
    { mine: '', seats: Object.fromEntries(all.map(([seat]) => [seat, 'person'])) },
    ...(bot ? all.map(([mine]) => ({ mine, seats: against(mine) })) : []),
  ];
}

export function answersWords(count: number): string {
  return `${count} answer${count === 1 ? '' : 's'}`;
}

/** The bot that stands in unless another is chosen: the random one is for tests. */
export function usualBot(bots: readonly string[] | undefined): string {
  return bots?.find((bot) => bot !== 'random') ?? bots?.[0] ?? '';
}
