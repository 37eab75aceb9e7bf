import { describe, expect, it } from 'vitest';

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
