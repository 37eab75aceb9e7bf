import { describe, expect, it } from 'vitest';

import { condensed } from '../../src/rulebook/breakdown';

const into = (hex: string, value = '1') => ({ what: `into ${hex}`, value, rule: '3.0', of: 'movement points' });

describe('contributions', () => {
  it('that say the same are one line', () => {
    expect(condensed([into('2026'), into('2025'), into('2024')])).toEqual([{ ...into('2026'), what: 'into 2026, 2025, 2024 each' }]);
  });

  it('that differ stay apart', () => {
    const lines = [into('2026'), into('2025', '2'), { what: 'chance', value: '1/6', rule: '2.6.1' }];
    expect(condensed(lines)).toEqual(lines);
  });
});
