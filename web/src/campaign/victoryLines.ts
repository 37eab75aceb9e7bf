// What victory hangs on, line by line: conditions that are fulfilled or not, or a sum of points.

import type { ReckoningLine } from '../api/study';
import { contribution } from '../combat/odds';

export interface VictoryLine {
  line: ReckoningLine;
  /** What stands in front of its words. */
  mark: string;
  /** What the mark means, for whoever cannot see it. */
  meaning: string;
  good: boolean;
}

/** Where no line is worth more than one they are conditions; else each says what it is worth. What is missing says how much. */
export function victoryLines(lines: readonly ReckoningLine[]): VictoryLine[] {
  const counted = lines.filter(({ sign }) => sign !== '?');
  const conditions = counted.every(({ value, sign = '+' }) => sign === '+' && (value === 0 || value === 1));
  return lines.map((line) => {
    if (line.sign === '?') return { line, mark: String(line.value), meaning: 'still missing', good: false };
    if (!conditions) return { line, mark: contribution(line), meaning: 'points', good: Number(line.value) > 0 };
    const yes = line.value === 1;
    return { line, mark: yes ? '✓' : '✗', meaning: yes ? 'fulfilled' : 'not fulfilled', good: yes };
  });
}
