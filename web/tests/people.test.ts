// Clocks, standing orders, seats, saved games and Control's fields.
import { describe, expect, it } from 'vitest';

import { blamed } from '../src/people/account.svelte';
import { clockFace, clockTerms, clockWords, fallen, isLow, termWords, timeLeft, wishWords, type ClockWish } from '../src/people/clock';
import { isMyTurn, listed, role, state, timeOf } from '../src/people/matchLines';
import { ALL, holds, ordered, overrides, said } from '../src/people/orders';
import { changesOf, fieldKey, fieldLabel, numberGroups, unitEntries, unitFields } from '../src/people/positionFields';
import { readGame } from '../src/people/savedGame';
import { canAgree, mayExport, mayFork, overdue, usualBot } from '../src/people/seats';
import type { EditablePosition, Order, OrderQuestion } from '../src/people/wire';
import type { Clock, Counter, Match, OffMap, SeatState } from '../src/protocol';

const clock: Clock = { base: 600, increment: 5, per: 'answer', days: 0, flag: 'claim', left: { red: 100, blue: 50 }, at: 1000, running: ['red'] };

describe('a clock', () => {
  it('runs for the seat that is asked and stands still for the other', () => {
    expect(timeLeft(clock, 'red', 1030)).toBe(70);
    expect(timeLeft(clock, 'blue', 1030)).toBe(50);
  });
  it('never gains time when this browser is behind the server', () => {
    expect(timeLeft(clock, 'red', 990)).toBe(100);
  });
  it('is low under a tenth of the whole time', () => {
    expect(isLow(clock, 'red', 1040)).toBe(false);
    expect(isLow(clock, 'red', 1041)).toBe(true);
  });
  it('has fallen when the time of a seat is up, and stays fallen when it stands still', () => {
    expect(fallen(clock, 1099)).toEqual([]);
    expect(fallen(clock, 1100)).toEqual(['red']);
    expect(fallen({ ...clock, left: { red: 100, blue: -1 } }, 1000)).toEqual(['blue']);
    expect(fallen(null, 1100)).toEqual([]);
  });
  it('shows a second that has begun, and nothing below zero', () => {
    expect([clockFace(65), clockFace(64.2), clockFace(3725), clockFace(-3), clockFace(2 * 86400 + 3 * 3600)]).toEqual(['1:05', '1:05', '1:02:05', '0:00', '2 d 3 h']);
  });
  it('is spoken in its two greatest parts', () => {
    expect([clockWords(3725), clockWords(61), clockWords(86400), clockWords(-1)]).toEqual(['1 hour and 2 minutes', '1 minute and 1 second', '1 day', 'no time']);
  });
  it('is described by its terms', () => {
    expect(termWords(clock)).toBe('10 min + 5 s an answer');
    expect(termWords({ ...clock, base: 0, days: 1 })).toBe('1 day an answer');
  });
  it('is sent as it was wished', () => {
    const wish: ClockWish = { kind: 'minutes', minutes: 1.5, increment: 10, per: 'turn', days: 3, flag: 'automatic' };
    expect(clockTerms(wish)).toEqual({ base: 90, increment: 10, per: 'turn', flag: 'automatic' });
    expect(clockTerms({ ...wish, kind: 'days' })).toEqual({ days: 3, flag: 'automatic' });
    expect(clockTerms({ ...wish, kind: 'none' })).toBeNull();
    expect(wishWords(wish)).toBe('1.5 min + 10 s a turn');
  });
});

describe('standing orders', () => {
  const react: OrderQuestion = { name: 'react', title: '', text: '', rule: '', answers: ['ask', 'always', 'never'] };
  const orders: Order[] = [
    { question: 'react', answer: 'never', unit: '', hex: '' },
    { question: 'react', answer: 'always', unit: '', hex: '0101' },
    { question: 'react', answer: 'ask', unit: 'a', hex: '' },
  ];
  it('hold for a unit before its hex, and for its hex before all', () => {
    expect(holds(orders, react, 'a', '0101')).toBe('ask');
    expect(holds(orders, react, 'b', '0101')).toBe('always');
    expect(holds(orders, react, 'b', '0102')).toBe('never');
    expect(holds([], react, 'b', '0102')).toBe('ask');
  });
  it('are replaced for the same, and leave the others alone', () => {
    const after = ordered(orders, 'react', { hex: '0101' }, 'never');
    expect(said(after, 'react', { hex: '0101' })).toBe('never');
    expect(said(after, 'react', ALL)).toBe('never');
    expect(after).toHaveLength(3);
  });
  it('are dropped', () => {
    expect(said(ordered(orders, 'react', { unit: 'a' }, null), 'react', { unit: 'a' })).toBeNull();
  });
  it('are listed where they differ from those for all', () => {
    expect(overrides(orders, 'react').map((o) => o.unit || o.hex).sort()).toEqual(['0101', 'a']);
    expect(overrides(orders, 'retreat')).toEqual([]);
  });
});

describe('seats', () => {
  const person: SeatState = { kind: 'person' };
  const bot: SeatState = { kind: 'bot', bot: 'greedy' };
  it('agree only where no bot sits', () => {
    expect(canAgree({ red: person, blue: person })).toBe(true);
    expect(canAgree({ red: person, blue: bot })).toBe(false);
    expect(canAgree({ red: person, blue: { ...bot, substitute: true } })).toBe(true);
  });
  it('of others are overdue when their time has come', () => {
    const seats = { red: { ...person, claimable: 50 }, blue: { ...person, claimable: 50 } };
    expect(overdue(seats, ['red'], 50)).toEqual(['blue']);
    expect(overdue(seats, ['red'], 49)).toEqual([]);
  });
  it('are forked by whoever plays against no other person', () => {
    expect(mayFork(false, { red: person, blue: bot }, ['red'])).toBe(true);
    expect(mayFork(false, { red: person, blue: person }, ['red'])).toBe(false);
    expect(mayFork(false, { red: person, blue: { ...bot, substitute: true } }, ['red'])).toBe(false);
    expect(mayFork(true, { red: person, blue: person }, [])).toBe(true);
  });
  it('are saved by whoever holds them all, by Control, and by all when it is over', () => {
    expect(mayExport(false, { red: person, blue: bot }, ['red'])).toBe(false);
    expect(mayExport(false, { red: person, blue: person }, ['red', 'blue'])).toBe(true);
    expect(mayExport(false, { red: person, blue: person }, ['control'])).toBe(true);
  });
  it('are taken by a bot that thinks, if there is one', () => {
    expect([usualBot(['random', 'greedy']), usualBot(['random']), usualBot([])]).toEqual(['greedy', 'random', '']);
  });
});

describe('the list of games', () => {
  const game = (given: Partial<Match>): Match => ({ match: 'm', scenario: 'ford', rulebook: 'ford', version: 1, seats: { red: { kind: 'person', waiting_since: 100 }, blue: { kind: 'person' } }, mine: ['red'], over: false, result: null, ...given });
  it('puts games that wait for oneself first and finished ones last', () => {
    const waiting = game({ match: 'w', mine: ['blue'] });
    const [mine, over, open] = [game({ match: 'mine' }), game({ match: 'over', over: true }), game({ match: 'open', mine: [], seats: { red: { kind: 'open' } } })];
    const lists = listed([waiting, over, open, mine]);
    expect([lists.own, lists.open, lists.finished].map((l) => l.map((m) => m.match))).toEqual([['mine', 'w'], ['open'], ['over']]);
  });
  it('says whose turn it is and since when', () => {
    expect(state(game({}), 160)).toBe('Your turn, 1 min');
    expect(state(game({ mine: ['blue'] }), 160)).toBe('Waiting for Red, 1 min');
    expect(state(game({ paused: { reason: 'tea', since: 1 } }), 160)).toBe('Stopped by Control');
    expect(isMyTurn(game({ paused: { reason: 'tea', since: 1 } }))).toBe(false);
  });
  it('says how it ended', () => {
    expect(state(game({ over: true, result: { winner: 'red', level: 'time', reason: '' } }), 0)).toBe('You won (time)');
    expect(state(game({ over: true, result: { winner: 'blue', level: 'resignation', reason: '' } }), 0)).toBe('Blue won (resignation)');
    expect(state(game({ over: true, result: { winner: 'draw', level: 'agreement', reason: '' } }), 0)).toBe('Draw (agreement)');
  });
  it('says who one is, and how much time is left', () => {
    expect(role(game({ mine: ['control', 'red'] }))).toBe('You are the umpire and Red');
    expect(timeOf(game({ clock }), 1030)).toBe('1:10 left');
    expect(timeOf(game({}), 1030)).toBe('');
  });
});

describe('a saved game', () => {
  it('is read as far as its name and length', () => {
    const found = readGame(JSON.stringify({ format: 'sandtable-record', setup: { scenario: 'ford' }, answers: [[], []] }));
    expect(found).toMatchObject({ scenario: 'ford', answers: 2 });
  });
  it('is refused in a sentence when it is something else', () => {
    for (const text of ['{', '[]', '{"format":"x"}']) expect(readGame(text)).toMatch(/no saved game/);
  });
});

describe("Control's fields", () => {
  const position: EditablePosition = {
    version: 1,
    columns: { hex_of: [7, -1, 9], sp: [4, 2, 3], spent: [0, 0, 1], origin: [0, 0, 0], air: [0] },
    numbers: { turn: 2, battle_hex: -1, battle_sp: 0, battle_drm: 0, control: '0xff' },
    names: { hexes: { '0101': 7, '0102': 8, '0103': 9 } },
  };
  const counter = (unit: string, hex: string): Counter => ({ unit, hex, side: 'red', symbol: 'foot', printed: 4, spent: false });
  const counters = [counter('a', '0101'), counter('c', '0103')];
  const off: OffMap[] = [{ unit: 'b', side: 'red', symbol: 'foot', printed: 4, fate: 'due' }];

  it('know which entry belongs to which unit', () => {
    expect([...unitEntries(position, counters, off)]).toEqual([['a', 0], ['b', 1], ['c', 2]]);
  });
  it('know nothing where a hex does not agree', () => {
    expect(unitEntries(position, [counter('a', '0102'), counters[1]!], off).size).toBe(0);
    expect(unitEntries(position, counters, []).size).toBe(0);
  });
  it('have names in words, with those of the counter first', () => {
    const { first, more } = unitFields(position, 0, counters[0]!);
    expect(first.map((f) => [f.label, f.kind, f.value])).toEqual([['Hex', 'hex', '0101'], ['Strength', 'number', '4'], ['Spent', 'yes', '0']]);
    expect(more.map((f) => f.label)).toEqual(['Origin']);
    expect(fieldLabel('battle_attacker_drm')).toBe('Battle attacker die-roll modifier');
  });
  it('are grouped by a common first word, without sets of hexes', () => {
    expect(numberGroups(position).map((g) => [g.name, g.fields.length])).toEqual([['', 1], ['Battle', 3]]);
  });
  it('become changes only where something else was written', () => {
    const { first } = unitFields(position, 0, counters[0]!);
    const written = new Map([[fieldKey(first[0]!), '0102'], [fieldKey(first[1]!), '4'], [fieldKey(first[2]!), '1']]);
    expect(changesOf(position, first, written)).toEqual([['hex_of', 0, 8], ['spent', 0, 1]]);
    expect(changesOf(position, first, new Map([[fieldKey(first[0]!), '']]))).toEqual([['hex_of', 0, -1]]);
  });
  it('say what is no hex and no number', () => {
    const { first } = unitFields(position, 0, counters[0]!);
    expect(changesOf(position, first, new Map([[fieldKey(first[0]!), '9999']]))).toMatch(/no hex/);
    expect(changesOf(position, first, new Map([[fieldKey(first[1]!), 'many']]))).toMatch(/no whole number/);
  });
});

describe('a refusal about an account', () => {
  it('stands beside the field that it speaks of', () => {
    expect([blamed('This is not your password.'), blamed('A password has 10 to 200 characters, this one has 3.'), blamed('This is no e-mail address.'), blamed('This name is taken.')]).toEqual(['password', 'new', 'email', 'name']);
  });
});
