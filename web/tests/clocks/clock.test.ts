import { describe, expect, it } from 'vitest';

import { clockFace, clockTerms, clockWords, fallen, isLow, termWords, timeLeft, wishWords, type ClockWish } from '../../src/clocks/clock';
import { clock } from '../documents';

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
    expect([clockFace(65), clockFace(64.2), clockFace(3725), clockFace(-3), clockFace(2 * 86400 + 3 * 3600)]).toEqual([
      '1:05',
      '1:05',
      '1:02:05',
      '0:00',
      '2 d 3 h',
    ]);
  });
  it('is spoken in its two greatest parts', () => {
    expect([clockWords(3725), clockWords(61), clockWords(86400), clockWords(-1)]).toEqual([
      '1 hour and 2 minutes',
      '1 minute and 1 second',
      '1 day',
      'no time',
    ]);
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
