import { describe, expect, it } from 'vitest';

import type { LogLine } from '../../../src/api/protocol';
import { filtered } from '../../../src/match/log/logFilter';

const line = (text: string, role?: LogLine['role']): LogLine => ({ answer: 1, text, rule: '', ...(role ? { role } : {}) }) as LogLine;
const LOG = [
  line('Turn 1', 'turn'),
  line('Moving', 'phase'),
  line('Alpha goes to the ford', 'move'),
  line('Turn 2', 'turn'),
  line('Moving', 'phase'),
  line('Bravo goes to the mill', 'move'),
  line('Fighting', 'phase'),
  line('Bravo attacks', 'combat_begins'),
  line('Six', 'roll'),
  line('Alpha is gone', 'loss'),
  line('Bravo wins', 'combat_ends'),
];
const texts = (...how: [Parameters<typeof filtered>[1], string]): string[] => filtered(LOG, ...how).map(({ text }) => text);

describe('the log', () => {
  it('is read whole where nothing is asked for', () => {
    expect(filtered(LOG, 'all', ' ')).toBe(LOG);
  });

  it('is searched by all words, under the headings that lead to what is found', () => {
    expect(texts('all', 'alpha ford')).toEqual(['Turn 1', 'Moving', 'Alpha goes to the ford']);
  });

  it('finds headings as well', () => {
    expect(texts('all', 'fighting')).toEqual(['Turn 2', 'Fighting']);
  });

  it('begins at the turn', () => {
    expect(texts('turn', '')[0]).toBe('Turn 2');
    expect(texts('turn', 'mill')).toEqual(['Turn 2', 'Moving', 'Bravo goes to the mill']);
  });

  it('keeps to combats, or to losses', () => {
    expect(texts('combat', '')).toEqual(['Turn 2', 'Fighting', 'Bravo attacks', 'Six', 'Alpha is gone', 'Bravo wins']);
    expect(texts('loss', '')).toEqual(['Turn 2', 'Fighting', 'Alpha is gone']);
  });
});
