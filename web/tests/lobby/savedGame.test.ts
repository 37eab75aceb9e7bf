import { describe, expect, it } from 'vitest';

import { readGame } from '../../src/lobby/savedGame';

describe('a saved game', () => {
  it('is read as far as its name and length', () => {
    const found = readGame(JSON.stringify({ format: 'sandtable-record', setup: { scenario: 'ford' }, answers: [[], []] }));
    expect(found).toMatchObject({ scenario: 'ford', answers: 2 });
  });
  it('is refused in a sentence when it is something else', () => {
    for (const text of ['{', '[]', '{"format":"x"}']) expect(readGame(text)).toMatch(/no saved game/);
  });
});
