// Grouping and wording of the match list: who is to act, since when, by which clock, and how it ended.

import type { Match, Scenario } from '../api/protocol';
import { clockFace, timeLeft } from '../clocks/clock';
import { CONTROL, openSeats, played } from '../seats/seats';
import { ago, titled } from '../ui/text';

export interface MatchLists {
  own: Match[];
  open: Match[];
  /** Games of others that go on, for whoever wants to watch. */
  others: Match[];
  finished: Match[];
  /** One's own whose rules are no longer played here. */
  older: Match[];
}

/** One's own games (those that wait for oneself first), games with an open seat, one's own that are over or too old. */
export function listed(all: readonly Match[]): MatchLists {
  const matches = all.filter((m) => !m.unplayable);
  const mine = matches.filter((m) => m.mine.length);
  const own = mine.filter((m) => !m.over);
  return {
    own: [...own.filter(isMyTurn), ...own.filter((m) => !isMyTurn(m))],
    open: matches.filter((m) => !m.mine.length && !m.over && openSeats(m.seats).length > 0),
    others: matches.filter((m) => !m.mine.length && !m.over && openSeats(m.seats).length === 0),
    finished: mine.filter((m) => m.over),
    older: all.filter((m) => m.unplayable && m.mine.length),
  };
}

/** A game that goes on between bots alone: there is always one to watch where the server keeps an exhibition. */
export function exhibitionOf(matches: readonly Match[]): Match | null {
  const going = matches.filter((m) => !m.over && !m.unplayable && m.listed);
  return going.find((m) => Object.values(m.seats).every(({ kind }) => kind === 'bot')) ?? null;
}

/** The title of what is played. */
export function titleOf(match: Match, scenarios: readonly Scenario[]): string {
  return scenarios.find((s) => s.scenario === match.scenario)?.title ?? match.scenario;
}

/** Who plays against whom, as whoever watches reads it. */
export function sides(match: Match): string {
  return Object.entries(match.seats)
    .map(([seat, { kind }]) => (kind === 'bot' ? `${titled(seat)} (bot)` : titled(seat)))
    .join(' against ');
}

export function isMyTurn(match: Match): boolean {
  return !match.over && !match.paused && asked(match).some((seat) => match.mine.includes(seat));
}

/** Who one is in it. */
export function role(match: Match): string {
  if (match.mode === 'hotseat') return 'At one screen';
  if (!match.mine.length) return '';
  const others = Object.entries(match.seats).filter(([seat]) => !match.mine.includes(seat));
  const bots = others.length > 0 && others.every(([, { kind, substitute }]) => kind === 'bot' && !substitute);
  return `You are ${match.mine.map((seat) => (seat === CONTROL ? 'the umpire' : titled(seat))).join(' and ')}${bots ? ' against the bot' : ''}`;
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

function ending({ result, mine, sides }: Match): string {
  if (!result) return 'Over';
  const how = result.level && result.level !== 'draw' ? ` (${result.level.replaceAll('_', ' ')})` : '';
  if (result.winner === 'draw') return `Draw${how}`;
  const own = [...new Set(played(mine).map((seat) => sides[seat] ?? seat))];
  return `${own.length === 1 && own[0] === result.winner ? 'You won' : `${titled(result.winner)} won`}${how}`;
}

function asked(match: Match): string[] {
  return Object.entries(match.seats).flatMap(([seat, { waiting_since: since }]) => (since == null ? [] : [seat]));
}
