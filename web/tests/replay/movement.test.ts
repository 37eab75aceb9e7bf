import { expect, it } from 'vitest';

import type { LogLine } from '../../src/api/protocol';
import { latestSteps, standing } from '../../src/replay/movement.svelte';

function line(role: LogLine['role'], more: Partial<LogLine> = {}): LogLine {
  return { answer: 1, text: '', rule: '', event: { kind: '', rule: '' }, ...(role ? { role } : {}), ...more };
}

const log = [
  line('turn'),
  line('step', { step: 1, steps: 4, ways: [{ unit: 'a', path: ['0101', '0102'] }] }),
  line('turn'),
  line('step', { step: 1, steps: 4, ways: [{ unit: 'a', path: ['0102', '0103', '0104'] }] }),
  line('step', {
    step: 3,
    steps: 4,
    ways: [
      { unit: 'a', path: ['0104', '0105'] },
      { unit: 'b', path: ['0201', '0202'] },
    ],
  }),
  line('combat_begins'),
];

it('the steps are those of the latest turn, also where nobody went in one of them', () => {
  expect(latestSteps(log).map((lines) => lines.length)).toEqual([1, 0, 1, 0]);
  expect(latestSteps(log.slice(0, 1))).toEqual([]);
});

it('units stand where the steps so far have led them, and wait where they begin', () => {
  const steps = latestSteps(log);
  expect([...standing(steps, 0)]).toEqual([
    ['a', ['0102']],
    ['b', ['0201']],
  ]);
  expect(standing(steps, 2).get('a')).toEqual(['0102', '0103', '0104']);
  expect([...standing(steps, 3).values()]).toEqual([
    ['0102', '0103', '0104', '0105'],
    ['0201', '0202'],
  ]);
});
