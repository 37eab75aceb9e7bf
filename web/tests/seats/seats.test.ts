import { describe, expect, it } from 'vitest';

import type { SeatState } from '../../src/api/protocol';
import { answersWords, canAgree, forkSeats, mayExport, mayFork, overdue, usualBot, vacatedSeats } from '../../src/seats/seats';

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

describe('seats and answers that were left', () => {
  it('are those whose players have left for good', () => {
    const seats: Record<string, SeatState> = { red: { kind: 'person' }, blue: { kind: 'open', vacated: true }, green: { kind: 'open' } };
    expect(vacatedSeats(seats)).toEqual(['blue']);
  });

  it('are counted in words', () => {
    expect([answersWords(1), answersWords(41)]).toEqual(['1 answer', '41 answers']);
  });
});
