import { describe, expect, it } from 'vitest';

import { lastSeen, noteSeen, type Shelf } from '../../../src/match/session/lastSeen';

describe('what has been seen', () => {
  const shelf = (): Shelf => {
    const kept = new Map<string, string>();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
  };

  it('is remembered by match and seat', () => {
    const here = shelf();
    noteSeen('m', 'red', 12, here);
    expect(lastSeen('m', 'red', here)).toBe(12);
    expect(lastSeen('m', 'blue', here)).toBeNull();
  });

  it('forgets the matches seen longest ago', () => {
    const here = shelf();
    for (let i = 0; i < 80; i++) noteSeen(`m${i}`, 'red', i, here);
    expect(lastSeen('m0', 'red', here)).toBeNull();
    expect(lastSeen('m79', 'red', here)).toBe(79);
  });

  it('is nothing where the shelf is spoilt', () => {
    expect(lastSeen('m', 'red', { getItem: () => 'not json', setItem: () => undefined })).toBeNull();
  });
});
