import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { patched, type Change } from '../../src/api/delta';

interface Case {
  before: unknown;
  changes: Change[];
  after: unknown;
}

describe('what has changed', () => {
  // The server's own test holds the same cases to what it sends.
  const cases = JSON.parse(readFileSync('tests/api/deltas.json', 'utf8')) as Case[];

  it.each(cases)('makes the whole again, to the letter %#', ({ before, changes, after }) => {
    expect(JSON.stringify(changes.reduce(patched, before))).toBe(JSON.stringify(after));
  });

  it('leaves what has not changed the same object', () => {
    const before = { view: { options: [{ id: 'done' }], turn: 1 }, log: [{ text: 'one' }] };
    const after = patched(before, {
      in: { view: { in: { turn: { is: 2 } } }, log: { splice: [[1, 0, [{ text: 'two' }]]] } },
    }) as typeof before;
    expect(after.view.options).toBe(before.view.options);
    expect(after.log[0]).toBe(before.log[0]);
    expect(after.log).toHaveLength(2);
  });
});
