// A match in the list of the lobby: who is to act, since when, by which clock, and how it ended.

import { ago } from '../parts/sentences';
import type { Match } from '../protocol';
import { CONTROL, titled } from '../table/session.svelte';
import { clockFace, timeLeft } from './clock';
import { openSeats, played } from './seats';

export interface MatchLists {
  own: Match[];
  open: Match[];
  finished: Match[];
}

/** One's own games (those that wait for oneself first), games with an open seat, and one's own that are over. */
export function listed(matches: readonly Match[]): MatchLists {
  const mine = matches.filter((m) => m.mine.length);
  const own = mine.filter((m) => !m.over);
  return {
    own: [...own.filter(isMyTurn), ...own.filter((m) => !isMyTurn(m))],
    open: matches.filter((m) => !m.mine.length && !m.over && openSeats(m.seats).length > 0),
    finished: mine.filter((m) => m.over),
  };
}

export function isMyTurn(match: Match): boolean {
  return !match.over && !match.paused && asked(match).some((seat) => match.mine.includes(seat));
}

/** Who one is in it. */
export function role(match: Match): string {
  if (match.mode === 'hotseat') return 'At one screen';
  return match.mine.length ? `You are ${match.mine.map((seat) => (seat === CONTROL ? 'the umpire' : titled(seat))).join(' and ')}` : '';
}

/** Whose turn it is and since when, or how it ended. */
export function state(match: Match, now: number): string {
  if (match.over) return ending(match);
  if (match.paused) return 'Stopped by Control';
  const empty = openSeats(match.seats);
  const seats = asked(match);
  const since = Math.min(...seats.map((seat) => match.seats[seat]!.waiting_since!));
  const wait = seats.length ? `, ${ago(since, now)}` : '';
  if (isMyTurn(match)) return `${match.mode === 'hotseat' ? `${seats.map(titled).join(' and ')} to act` : 'Your turn'}${wait}`;
  if (empty.length) return `Nobody has taken ${empty.map(titled).join(' and ')}`;
  return seats.length ? `Waiting for ${seats.map(titled).join(' and ')}${wait}` : '';
}

/** The time left of whoever is asked; one's own where it is one's turn. */
export function timeOf(match: Match, now: number): string {
  const { clock } = match;
  if (!clock || match.over) return '';
  const seat = clock.running.find((s) => match.mine.includes(s)) ?? clock.running[0];
  return seat ? `${clockFace(timeLeft(clock, seat, now))} left` : '';
}

function ending({ result, mine }: Match): string {
  if (!result) return 'Over';
  const how = result.level && result.level !== 'draw' ? ` (${result.level.replaceAll('_', ' ')})` : '';
  if (result.winner === 'draw') return `Draw${how}`;
  const own = played(mine);
  return `${own.length === 1 && own[0] === result.winner ? 'You won' : `${titled(result.winner)} won`}${how}`;
}

function asked(match: Match): string[] {
  return Object.entries(match.seats).flatMap(([seat, { waiting_since: since }]) => (since == null ? [] : [seat]));
}
