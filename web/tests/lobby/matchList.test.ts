import { describe, expect, it } from 'vitest';

import type { Match } from '../../src/api/protocol';
import { exhibitionOf, isMyTurn, listed, role, sides, state, timeOf } from '../../src/lobby/matchList';
import { clock, match, seat } from '../documents';

describe('the list of games', () => {
  const game = (given: Partial<Match>): Match =>
    match({ seats: { red: seat('person', { waiting_since: 100 }), blue: seat('person') }, ...given });
  it('puts games that wait for oneself first and finished ones last', () => {
    const waiting = game({ match: 'w', mine: ['blue'] });
    const [mine, over, open] = [
      game({ match: 'mine' }),
      game({ match: 'over', over: true }),
      game({ match: 'open', mine: [], seats: { red: seat('open') } }),
    ];
    const lists = listed([waiting, over, open, mine]);
    expect([lists.own, lists.open, lists.finished].map((l) => l.map((m) => m.match))).toEqual([['mine', 'w'], ['open'], ['over']]);
  });
  it('keeps games of others apart, to be watched', () => {
    const watched = game({ match: 'others', mine: [], seats: { red: seat('person'), blue: seat('bot', { bot: 'greedy' }) } });
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
    expect(role(game({ seats: { red: seat('person'), blue: seat('bot', { bot: 'greedy' }) } }))).toBe('You are Red against the bot');
    expect(timeOf(game({ clock }), 1030)).toBe('1:10 left');
    expect(timeOf(game({}), 1030)).toBe('');
  });
});

it('a listed game between bots alone is there to be watched, as long as it goes on', () => {
  const bots = { red: seat('bot'), blue: seat('bot') };
  const shown = match({ match: 'e', mine: [], listed: true, seats: bots });
  expect(exhibitionOf([match({ match: 'p', mine: [], listed: true, seats: { red: seat('person'), blue: seat('bot') } }), shown])).toBe(
    shown,
  );
  expect(
    exhibitionOf([
      { ...shown, over: true },
      { ...shown, listed: false },
    ]),
  ).toBeNull();
});
