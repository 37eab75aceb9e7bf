import { describe, expect, it } from 'vitest';

import { figureText, figureWords, isReduced } from '../../src/board/look';
import { strengthHere } from '../../src/board/strengths';
import { counter, LOOK } from '../boards';

const figure = LOOK.figures[0]!;
const seen = (unit: string, least: number, most: number) =>
  counter(unit, '0101', { side: 'blue', printed: 6, strength_least: least, strength_most: most });

describe('strength that is hidden', () => {
  it('stands on a counter as the most that can be left, without a mark where everybody knows it', () => {
    expect([seen('a', 6, 6), seen('a', 2, 4), seen('a', 3, 3)].map((c) => figureText(c, figure))).toEqual(['6', '4?', '3']);
    expect([seen('a', 6, 6), seen('a', 2, 4), seen('a', 1, 6)].map((c) => isReduced(c, figure))).toEqual([false, true, false]);
    expect([seen('a', 2, 4), seen('a', 1, 6)].map((c) => figureWords(c, figure))).toEqual(['2 to 4', 'up to 6']);
  });

  it('is told of a stack closer than of its units, where the rulebook knows it so', () => {
    const counters = [seen('a', 1, 4), seen('b', 1, 4)];
    expect(strengthHere({ counters }, '0101', counters, LOOK)).toBe('2 to 8');
    const strengths = [{ side: 'blue', hex: '0101', least: 5, most: 5 }];
    expect(strengthHere({ counters, strengths }, '0101', counters, LOOK)).toBe('5');
  });
});
