import { describe, expect, it } from 'vitest';

import { earlier, later, MOST, newest, oldest, PAGE, type ListWindow } from '../../../src/match/log/listWindow';

const LENGTH = 2345;

describe('a long list', () => {
  it('begins with its newest lines', () => {
    expect(newest(LENGTH)).toEqual({ from: LENGTH - 2 * PAGE, to: LENGTH });
    expect(newest(7)).toEqual({ from: 0, to: 7 });
  });

  it('is leafed through from the end to the beginning without a gap and without growing', () => {
    const seen: ListWindow[] = [newest(LENGTH)];
    while (seen.at(-1)!.from > 0) {
      const [before, now] = [seen.at(-1)!, earlier(seen.at(-1)!)];
      expect(now.to).toBeGreaterThan(before.from);
      expect(now.to - now.from).toBeLessThanOrEqual(MOST);
      seen.push(now);
    }
    expect(seen.at(-1)!.from).toBe(0);
  });

  it('is leafed through from the beginning to the end', () => {
    let at = oldest(LENGTH);
    while (at.to < LENGTH) {
      const now = later(at, LENGTH);
      expect(now.from).toBeLessThan(at.to);
      expect(now.to - now.from).toBeLessThanOrEqual(MOST);
      at = now;
    }
    expect(at.to).toBe(LENGTH);
  });
});
