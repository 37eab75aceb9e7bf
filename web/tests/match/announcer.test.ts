import { describe, expect, it } from 'vitest';

import { plainWords, Announcer } from '../../src/match/announcer.svelte';

describe('the announcer', () => {
  it('tells news once, without citations, and forgets the oldest', () => {
    const voice = new Announcer();
    for (const text of ['The dice fall 6, 1 [8.6].', 'The dice fall 6, 1 [8.6].', '', '2', '3', '4', '5', '6', '7']) voice.tell(text);
    expect(voice.news.map((n) => n.text)).toEqual(['2', '3', '4', '5', '6', '7']);
    expect(plainWords('The dice fall 6, 1 [8.6].')).toBe('The dice fall 6, 1.');
  });
});
