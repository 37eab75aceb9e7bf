// Clocks, standing orders, seats, saved games and Control's fields.
import { describe, expect, it } from 'vitest';

import { blamed } from '../../src/account/account.svelte';
import { clockFace, clockTerms, clockWords, fallen, isLow, termWords, timeLeft, wishWords, type ClockWish } from '../../src/clocks/clock';
import { isMyTurn, listed, role, sides, state, timeOf } from '../../src/lobby/matchList';
import { ALL, holds, ordered, overrides, said } from '../../src/orders/orders';
import { ControlDesk } from '../../src/control/controlDesk.svelte';
import { changesOf, gameGroups, hexFields, unitFields } from '../../src/control/positionFields';
import { readGame } from '../../src/lobby/savedGame';
import { answersWords, canAgree, forkSeats, mayExport, mayFork, overdue, usualBot, vacatedSeats } from '../../src/seats/seats';
import { knowsWayBack, noteWayBack } from '../../src/seats/links/returnLink';
import type { EditablePosition, Order, OrderQuestion, PositionField } from '../../src/api/wire';
import { qrPicture } from '../../src/seats/links/qrCode';
import { linesSince, tidings } from '../../src/match/notices';
import { newlyWaiting, turnTitle } from '../../src/reminders/turnNotification';
import type { Clock, LogLine, Match, SeatState } from '../../src/api/protocol';

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
  it('are given to the bot or to all at one screen in a fork, unless a bot plays on', () => {
    expect(forkSeats(false, { red: person, blue: person }, 'greedy')).toEqual([
      { mine: '', seats: { red: 'person', blue: 'person' } },
      { mine: 'red', seats: { red: 'person', blue: 'greedy' } },
      { mine: 'blue', seats: { red: 'greedy', blue: 'person' } },
    ]);
    expect(forkSeats(false, { red: person, blue: bot }, 'greedy')).toEqual([{ mine: 'red', seats: {} }]);
    expect(forkSeats(true, { red: person, blue: bot }, 'greedy')).toHaveLength(3);
    expect(forkSeats(true, { red: person, blue: person }, '')).toHaveLength(1);
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
  it('keeps games of others apart, to be watched', () => {
    const watched = game({ match: 'others', mine: [], seats: { red: { kind: 'person' }, blue: { kind: 'bot', bot: 'greedy' } } });
    expect(listed([watched, game({})]).others.map((m) => m.match)).toEqual(['others']);
    expect(sides(watched)).toBe('Red against Blue (bot)');
  });
  it('sets games apart whose rules are no longer played here', () => {
    const old = game({ match: 'old', unplayable: 'this match was played under behaviour 1' });
    const foreign = game({ match: 'foreign', mine: [], unplayable: 'this match was played under behaviour 1' });
    const lists = listed([old, foreign]);
    expect(lists.older.map((m) => m.match)).toEqual(['old']);
    expect([lists.own, lists.open, lists.others, lists.finished]).toEqual([[], [], [], []]);
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
    expect(role(game({ seats: { red: { kind: 'person' }, blue: { kind: 'bot', bot: 'greedy' } } }))).toBe('You are Red against the bot');
    expect(timeOf(game({ clock }), 1030)).toBe('1:10 left');
    expect(timeOf(game({}), 1030)).toBe('');
  });
});

describe('tidings', () => {
  const line = (text: string, kind = 'Moved', more: object = {}): LogLine => ({ answer: 1, text, event: { kind, ...more } });
  const log = [line('a'), line('b')];
  it('are of lines that came since, not of a log that was filled in or has gone back', () => {
    expect(linesSince(log, [...log, line('c')]).map((l) => l.text)).toEqual(['c']);
    expect(linesSince([], log)).toEqual([]);
    expect(linesSince([line('b')], log)).toEqual([]);
    expect(linesSince(log, [line('a')])).toEqual([]);
  });
  it('are the words of Control and of others, not what happens on the board', () => {
    expect(tidings([line('a'), line('Control: It rains.', 'Announced')], 'red')).toBe('Control: It rains.');
    expect(tidings([line('a')], 'red')).toBe('');
    expect(tidings([line('Red does not agree.', 'Declined', { seat: 'red' })], 'red')).toBe('');
    expect(tidings([line('Red does not agree.', 'Declined', { seat: 'red' })], 'blue')).toBe('Red does not agree.');
  });
});

describe('the call to the table', () => {
  it('counts the games that wait in the title of the tab', () => {
    expect([turnTitle(0, 'Sandtable'), turnTitle(2, 'Sandtable')]).toEqual(['Sandtable', '(2) Your turn · Sandtable']);
  });
  it('is for games that did not wait before, and for none on the first look', () => {
    expect(newlyWaiting(null, ['a'])).toEqual([]);
    expect(newlyWaiting(new Set(['a']), ['a', 'b'])).toEqual(['b']);
  });
});

describe('a link as a picture', () => {
  it('is square, with a quiet border', () => {
    const { size, path } = qrPicture('https://example.org/join/abc');
    expect(size).toBeGreaterThan(24);
    expect(path.startsWith('M2 2h1v1h-1z')).toBe(true);
    expect(path).not.toContain('M1 ');
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
  const field = (given: Partial<PositionField> & Pick<PositionField, 'name' | 'title'>): PositionField => ({ kind: 'number', of_units: false, entries: [], words: [], group: '', ...given });
  const position: EditablePosition = {
    version: 1,
    columns: { hex_of: [7, -1, 9], sp: [4, 2, 3], spent: [0, 0, 1], fate: [0, 3, 0], due: [0, 2, 0], air: [0, 1] },
    numbers: { turn: 2, battle_hex: -1, held: '0xff' },
    sets: { held: ['0101'] },
    names: { hexes: { '0101': 7, '0102': 8, '0103': 9 } },
    units: ['a', 'b', 'c'],
    fields: [
      field({ name: 'hex_of', title: 'Hex', kind: 'hex', of_units: true }),
      field({ name: 'sp', title: 'Strength', of_units: true }),
      field({ name: 'spent', title: 'Spent', kind: 'yes', of_units: true }),
      field({ name: 'fate', title: 'Where it is', kind: 'word', of_units: true, words: [[0, 'on the map'], [3, 'still to come']] }),
      field({ name: 'due', title: 'Arrives in turn', of_units: true }),
      field({ name: 'held', title: 'Held by Red', kind: 'hexes' }),
      field({ name: 'turn', title: 'Turn' }),
      field({ name: 'air', title: 'Air unit', kind: 'word', words: [[0, 'both'], [1, 'none']], entries: ['North', 'South'], group: 'Air' }),
      field({ name: 'battle_hex', title: 'Fought in', kind: 'hex', group: 'Combat' }),
    ],
  };

  it('are those of the unit that is chosen, as the rulebook calls them', () => {
    const { first, more } = unitFields(position, 'a');
    expect(first.map((f) => [f.label, f.kind, f.value])).toEqual([['Hex', 'hex', '0101'], ['Strength', 'number', '4'], ['Spent', 'yes', '0'], ['Where it is', 'word', '0']]);
    expect(more.map((f) => f.label)).toEqual(['Arrives in turn']);
    expect(unitFields(position, 'b').first.map((f) => f.value)).toEqual(['', '2', '0', '3']);
    expect(unitFields(position, 'nobody').first).toEqual([]);
  });
  it('say of a hex in which sets it is', () => {
    expect(hexFields(position, '0101').map((f) => [f.label, f.at, f.value])).toEqual([['Held by Red', 7, '1']]);
    expect(hexFields(position, '0102')[0]!.value).toBe('0');
    expect(hexFields(position, '9999')).toEqual([]);
  });
  it('of the whole game stand in the groups of the rulebook', () => {
    expect(gameGroups(position).map((g) => [g.name, g.fields.map((f) => f.label)])).toEqual([['', ['Turn']], ['Air', ['Air unit, North', 'Air unit, South']], ['Combat', ['Fought in']]]);
  });
  it('become changes as they were written, of several units at once', () => {
    const desk = new ControlDesk();
    const [hex, , spent] = unitFields(position, 'a').first;
    desk.write(hex!, '0102');
    desk.write(spent!, '1');
    desk.choose('c');
    desk.write(unitFields(position, 'c').first[0]!, '');
    desk.write(hexFields(position, '0101')[0]!, '0');
    expect(changesOf(position, desk.written.values())).toEqual([['hex_of', 0, 8], ['spent', 0, 1], ['hex_of', 2, -1], ['held', 7, 0]]);
    desk.write(spent!, '0');
    expect(desk.written.size).toBe(3);
  });
  it('take the hex that is clicked on the map only when one was asked for', () => {
    const desk = new ControlDesk();
    const hex = unitFields(position, 'a').first[0]!;
    expect(desk.picked('0103')).toBe(false);
    desk.pick(hex, true);
    expect(desk.folded).toBe(true);
    expect(desk.picked('0103')).toBe(true);
    expect([desk.value(hex), desk.folded, desk.picking]).toEqual(['0103', false, null]);
  });
  it('say what is no hex and no number', () => {
    const [hex, strength] = unitFields(position, 'a').first;
    expect(changesOf(position, [{ field: hex!, text: '9999' }])).toMatch(/no hex/);
    expect(changesOf(position, [{ field: strength!, text: 'many' }])).toMatch(/no whole number/);
  });
});

describe('a refusal about an account', () => {
  it('stands beside the field that it speaks of', () => {
    expect([blamed('This is not your password.'), blamed('A password has 10 to 200 characters, this one has 3.'), blamed('This is no e-mail address.'), blamed('This name is taken.')]).toEqual(['password', 'new', 'email', 'name']);
  });
});

describe('seats and answers that were left', () => {
  it('are those whose players have left for good', () => {
    const seats: Record<string, SeatState> = { red: { kind: 'person' }, blue: { kind: 'open', vacated: true }, green: { kind: 'open' } };
    expect(vacatedSeats(seats)).toEqual(['blue']);
  });

  it('are counted in words', () => {
    expect([answersWords(1), answersWords(41)]).toEqual(['1 answer', '41 answers']);
  });
});

describe('the way back', () => {
  it('is told once at each table', () => {
    localStorage.clear();
    expect(knowsWayBack('m1')).toBe(false);
    noteWayBack('m1');
    expect([knowsWayBack('m1'), knowsWayBack('m2')]).toEqual([true, false]);
  });

  it('is told again where the browser has kept something else', () => {
    localStorage.setItem('sandtable.way-back', '{"no": "list"}');
    expect(knowsWayBack('m1')).toBe(false);
  });
});
