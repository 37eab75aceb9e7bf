import { describe, expect, it } from 'vitest';

import { victoryLines } from '../../src/campaign/victoryLines';

const line = (what: string, value: number, sign?: string) => ({ what, value, rule: '5.0', ...(sign ? { sign } : {}) });

describe('what victory hangs on', () => {
  it('is ticked where every line is a condition', () => {
    const told = victoryLines([line('the city is held', 1), line('it is cut off', 0), line('missing for a victory', 2, '?')]);
    expect(told.map(({ mark }) => mark)).toEqual(['✓', '✗', '2']);
    expect(told.map(({ good }) => good)).toEqual([true, false, false]);
  });

  it('says what each line is worth where they are added up', () => {
    const told = victoryLines([line('a capital', 3), line('a town', 1)]);
    expect(told.map(({ mark }) => mark)).toEqual(['+3', '+1']);
    expect(told.every(({ good }) => good)).toBe(true);
  });
});
