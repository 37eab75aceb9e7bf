import { describe, expect, it } from 'vitest';

import type { Counter, CounterMark, LogLine } from '../../src/api/protocol';
import { blows } from '../../src/match/befallen';
import { logLine } from '../documents';

const CUT_OFF: CounterMark = {
  field: 'supplied',
  when: false,
  word: 'out of supply',
  otherwise: '',
  look: 'chain',
  letter: '',
  adverse: true,
};
const SPENT: CounterMark = { field: 'spent', when: true, word: 'spent', otherwise: '', look: 'turned', letter: '', adverse: false };

const counter = (unit: string, hex: string, more: object = {}): Counter => ({
  unit,
  name: unit,
  symbol: '',
  hex,
  side: 'red',
  supplied: true,
  spent: false,
  ...more,
});
const loss = (text: string, units: string[], more: Partial<LogLine> = {}): LogLine => ({
  ...logLine(1, 'Told', text),
  role: 'loss',
  units,
  ...more,
});

describe('what has befallen a seat', () => {
  it('is the loss of its own units, with the place where they stood', () => {
    const lines = [loss('A surrenders.', ['A'], { rule: '10.0' }), loss('X is eliminated.', ['X'])];
    const before = [counter('A', '0101'), counter('X', '0202', { side: 'blue' })];
    expect(blows(before, [], lines, 'red', [])).toEqual([{ text: 'A surrenders.', rule: '10.0', hex: '0101', units: ['A'] }]);
  });
  it('is an adverse mark that was not there before, hex by hex', () => {
    const before = [counter('A', '0101'), counter('B', '0101'), counter('C', '0303', { supplied: false })];
    const now = before.map((c) => ({ ...c, supplied: false, spent: true }));
    expect(blows(before, now, [], 'red', [CUT_OFF, SPENT])).toEqual([
      { text: 'A, B in 0101: out of supply.', rule: '', hex: '0101', units: ['A', 'B'] },
    ]);
  });
  it('names a few units of a hex and counts the others', () => {
    const before = ['A', 'B', 'C', 'D'].map((unit) => counter(unit, '0101'));
    const now = before.map((c) => ({ ...c, supplied: false }));
    expect(blows(before, now, [], 'red', [CUT_OFF])[0]?.text).toBe('A, B and 2 more in 0101: out of supply.');
  });
  it('leaves out the marks of what the seat did itself, and units that still stand', () => {
    const before = [counter('A', '0101')];
    const now = [counter('A', '0101', { supplied: false })];
    expect(blows(before, now, [loss('A loses a step.', ['A'])], 'red', [CUT_OFF], false)).toEqual([]);
  });
});
