import { describe, expect, it } from 'vitest';

import { contribution, lossBars, meanLoss, winnerBar } from '../../src/combat/odds';
import { decimal, fraction, hundredths, near, percent, sum } from '../../src/ui/fractions';

describe('fractions', () => {
  it('are read as they come over the wire, whole ones too', () => {
    expect(fraction('7/12')).toEqual({ over: 7n, under: 12n });
    expect(fraction('1')).toEqual({ over: 1n, under: 1n });
    expect(() => fraction('a half')).toThrow('a half');
    expect(() => fraction('1/0')).toThrow();
  });

  it('add up without loss, however long', () => {
    const long = `${'1'.repeat(60)}/${'3'.repeat(60)}`;
    expect(sum([fraction(long), fraction(long), fraction(long)])).toEqual({ over: 1n, under: 1n });
    expect(near(fraction(long))).toBeCloseTo(1 / 3);
  });

  it('never read as certain when they are not', () => {
    expect(['0', '1/1000', '1/3', '999/1000', '1'].map((f) => percent(fraction(f)))).toEqual(['0%', 'under 1%', '33%', 'over 99%', '100%']);
  });

  it('round halves up', () => {
    expect(percent(fraction('1/8'))).toBe('13%');
    expect(decimal(fraction('7/3'))).toBe('2.3');
  });

  it('share a hundred among them', () => {
    const thirds = hundredths(['1/3', '1/3', '1/3'].map(fraction));
    expect(thirds.reduce((a, b) => a + b)).toBe(100);
    expect(hundredths(['1/7', '6/7'].map(fraction))).toEqual([14, 86]);
    expect(hundredths([fraction('0')])).toEqual([0]);
  });
});

describe('the odds bar', () => {
  it('has two parts that fill it', () => {
    const bar = winnerBar({ attacker: '175/216', defender: '41/216' });
    expect(bar.map(({ who, width }) => [who, width])).toEqual([['attacker', 81], ['defender', 19]]);
  });

  it('has a third where neither may win', () => {
    const bar = winnerBar({ attacker: '1/2', defender: '1/4' });
    expect(bar.map(({ who, text }) => [who, text])).toEqual([['attacker', '50%'], ['neither', '25%'], ['defender', '25%']]);
  });

  it('shows losses from the least, the likeliest at full height', () => {
    expect(lossBars({ '10': '1/4', '2': '1/2', '0': '1/4' })).toEqual([
      { loses: '0', chance: '25%', height: 0.5 },
      { loses: '2', chance: '50%', height: 1 },
      { loses: '10', chance: '25%', height: 0.5 },
    ]);
  });

  it('knows the mean exactly', () => {
    expect(meanLoss({ '0': '1/6', '1': '1/2', '3': '1/3' })).toEqual({ over: 3n, under: 2n });
  });

  it('writes contributions with their sign', () => {
    expect([{ value: 2 }, { value: -1 }, { value: 0 }, { value: '1/2', sign: 'x' }, { value: 13, sign: '=' }].map(contribution)).toEqual(['+2', '−1', '0', '× ½', '= 13']);
  });
});
