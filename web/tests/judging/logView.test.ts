import { expect, it } from 'vitest';

import type { JudgementEntry } from '../../src/api/judging';
import { diceWords, shownEntries, sidesOf } from '../../src/judging/logView';

function entry(number: number, sides: string[], stands = true): JudgementEntry {
  return {
    number,
    sides,
    stands,
    kind: 'combat',
    time: '',
    of: null,
    reason: '',
    note: '',
    given: {},
    dice: [],
    rolled: 0,
    told: [],
    cells: [],
    reckoning: [],
    status: '',
  };
}

const LOG = [entry(1, ['Red', 'Blue'], false), entry(2, ['Red']), entry(3, ['Green'])];

it('lines are filtered by side and by what counts, the newest first', () => {
  expect(shownEntries(LOG, '', false).map((e) => e.number)).toEqual([3, 2, 1]);
  expect(shownEntries(LOG, 'Red', false).map((e) => e.number)).toEqual([2, 1]);
  expect(shownEntries(LOG, 'Red', true).map((e) => e.number)).toEqual([2]);
  expect(sidesOf(LOG)).toEqual(['Red', 'Blue', 'Green']);
});

it('dice are written as they are typed', () => {
  expect(diceWords([[6, 6, 4], [6]])).toBe('6,6,4 6');
});
