// Whole documents as the server sends them; a test says only what matters to it.

import type { BoardHex, Clock, LogLine, Match, Role, SeatState, View } from '../src/api/protocol';
import type { Mark, ReachHex } from '../src/api/study';

export function seat(kind: SeatState['kind'], more: Partial<SeatState> = {}): SeatState {
  return { kind, bot: null, waiting_since: null, substitute: false, vacated: false, claimable: null, ...more };
}

export function logLine(answer: number, kind: string, text: string = kind, more: object = {}): LogLine {
  return { answer, text, rule: '', event: { kind, rule: '', ...more } };
}

export function mark(answer: number, kind: string, title: string): Mark {
  return { answer, kind, title, hex: null };
}

export function reachHex(given: Pick<ReachHex, 'left' | 'cost' | 'path' | 'risk'> & Partial<ReachHex>): ReachHex {
  return { note: '', supplied: null, ends: false, rule: '', option: null, ...given };
}

export function boardHex(id: string, x: number, y: number, place = ''): BoardHex {
  return { id, x, y, terrain: 'clear', country: '', place, place_kind: '', description: '', neighbours: [] };
}

export function view(given: Partial<View>): View {
  return {
    rulebook: 'ford',
    behaviour: 1,
    scenario: 'ford',
    setup: { options: {}, tables: [] },
    seat: 'red',
    seats: ['red', 'blue'],
    asked: ['red'],
    prompt: '',
    options: [],
    over: false,
    result: null,
    position: { counters: [] },
    ...given,
  };
}

export function match(given: Partial<Match>): Match {
  return {
    match: 'm',
    scenario: 'ford',
    rulebook: 'ford',
    options: {},
    mode: 'match',
    listed: true,
    version: 1,
    answers: 0,
    seats: { red: seat('person'), blue: seat('person') },
    clock: null,
    paused: null,
    control: 'none',
    phase: null,
    sides: { red: 'red', blue: 'blue' },
    mine: ['red'],
    unread: 0,
    over: false,
    result: null,
    unplayable: null,
    commitment: 'c0ffee',
    salt: '',
    salts: {},
    created: 0,
    changed: 0,
    ...given,
  };
}

/** A combat between a move and an activation. */
export const told = (text: string, answer: number, role?: Role): LogLine => ({
  ...logLine(answer, 'Told', text),
  ...(role ? { role } : {}),
});
const roll = (answer: number): LogLine => ({ ...logLine(answer, 'Rolled', 'The dice fall 3.'), role: 'roll', faces: [3] });
export const fightLog: readonly LogLine[] = [
  told('Moved', 1, 'move'),
  told('CombatBegan', 4, 'combat_begins'),
  roll(6),
  roll(7),
  told('Inflicted', 7),
  told('Won', 7, 'combat_ends'),
  told('Retreated', 8),
  told('Activated', 9, 'prelude'),
  roll(10),
];

export const clock: Clock = {
  base: 600,
  increment: 5,
  per: 'answer',
  days: 0,
  flag: 'claim',
  left: { red: 100, blue: 50 },
  at: 1000,
  running: ['red'],
};
