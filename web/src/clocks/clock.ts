// Game clocks: how much time a seat has left, and how that is written and spoken.

import type { Clock, ClockTerms } from '../api/protocol';

const DAY = 86400;
/** Below this part of the whole time a clock is shown as running out. */
const LOW = 0.1;

/** The seconds that a seat has left at `now`, by the server's time; below zero when its flag has fallen. */
export function timeLeft(clock: Clock, seat: string, now: number): number {
  const left = clock.left[seat] ?? 0;
  return clock.running.includes(seat) ? left - Math.max(0, now - clock.at) : left;
}

/** The time that a seat began with, or has for every answer. */
function wholeTime(clock: Pick<Clock, 'base' | 'days'>): number {
  return clock.days ? clock.days * DAY : clock.base;
}

export function isLow(clock: Clock, seat: string, now: number): boolean {
  return timeLeft(clock, seat, now) < wholeTime(clock) * LOW;
}

/** The seats whose time is up, so that an opponent may claim the win; a flag that has fallen stays fallen. */
export function fallen(clock: Clock | null | undefined, now: number): string[] {
  return clock ? Object.keys(clock.left).filter((seat) => timeLeft(clock, seat, now) <= 0) : [];
}

/** "4:05", "1:04:05", "2 d 3 h": as a clock shows it. What has begun counts, so that 0:00 is the end. */
export function clockFace(left: number): string {
  const seconds = Math.max(0, Math.ceil(left));
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / 3600)} h`;
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** "4 minutes", "2 days and 3 hours": as it is spoken, in its two greatest parts. */
export function clockWords(left: number): string {
  const seconds = Math.max(0, Math.ceil(left));
  if (seconds === 0) return 'no time';
  const parts = (
    [
      ['day', DAY],
      ['hour', 3600],
      ['minute', 60],
      ['second', 1],
    ] as const
  ).map(([name, size], i, all) => {
    const within = i ? seconds % all[i - 1]![1] : seconds;
    const count = Math.floor(within / size);
    return count ? `${count} ${name}${count === 1 ? '' : 's'}` : '';
  });
  return parts.filter(Boolean).slice(0, 2).join(' and ');
}

/** The terms in a few words: "60 min + 30 s an answer", "3 days an answer". */
export function termWords(clock: Pick<Clock, 'base' | 'increment' | 'per' | 'days'>): string {
  if (clock.days) return `${clock.days} ${clock.days === 1 ? 'day' : 'days'} an answer`;
  const base = `${Math.round(clock.base / 6) / 10} min`;
  return clock.increment ? `${base} + ${clock.increment} s ${clock.per === 'turn' ? 'a turn' : 'an answer'}` : base;
}

export interface ClockWish {
  kind: 'none' | 'minutes' | 'days';
  minutes: number;
  increment: number;
  per: Clock['per'];
  days: number;
  flag: Clock['flag'];
}

/** What was chosen in the form, as it is sent. */
export function clockTerms(wish: ClockWish): ClockTerms | null {
  if (wish.kind === 'none') return null;
  if (wish.kind === 'days') return { days: wish.days, flag: wish.flag };
  return { base: Math.round(wish.minutes * 60), increment: Math.round(wish.increment), per: wish.per, flag: wish.flag };
}

/** The wish in a few words, for a line that can be unfolded. */
export function wishWords(wish: ClockWish): string {
  const terms = clockTerms(wish);
  return terms ? termWords({ base: 0, increment: 0, per: 'answer', days: 0, ...terms }) : 'no clock';
}
