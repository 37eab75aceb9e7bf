import { describe, expect, it } from 'vitest';

import type { LogLine } from '../../src/api/protocol';
import { eventful, markBeside, momentWords, placedMarks } from '../../src/replay/timelineMarks';

const line = (kind: string, answer: number, more: Partial<LogLine> = {}): LogLine => ({ answer, text: kind, event: { kind }, ...more });
const roll = (answer: number): LogLine => ({ answer, text: 'The dice fall 3.', event: { kind: 'Rolled', faces: [3] } });
const log = [
  line('Moved', 1),
  line('CombatBegan', 4),
  roll(6),
  roll(7),
  line('Inflicted', 7),
  line('Won', 7),
  line('Retreated', 8),
  line('Activated', 9),
  roll(10),
];

describe('the replay', () => {
  const marks = [
    { answer: 0, kind: 'turn', title: 'July' },
    { answer: 40, kind: 'combat', title: 'Combat' },
    { answer: 50, kind: 'turn', title: 'August' },
  ];

  it('has marks along its slider', () => {
    expect(placedMarks(marks, 200).map((m) => m.at)).toEqual([0, 20, 25]);
    expect(placedMarks(marks, 45).map((m) => m.title)).toEqual(['July', 'Combat']);
    expect(placedMarks(marks, 0)).toEqual([]);
  });

  it('jumps from turn to turn', () => {
    expect(markBeside(marks, 'turn', 10, 1)?.title).toBe('August');
    expect(markBeside(marks, 'turn', 50, -1)?.title).toBe('July');
    expect(markBeside(marks, 'turn', 60, 1)).toBeNull();
  });

  it('names a moment by its answer and its turn', () => {
    expect([momentWords(marks, 0), momentWords(marks, 45), momentWords([], 45)]).toEqual([
      'the beginning',
      'answer 45, in July',
      'answer 45',
    ]);
  });

  it('passes over answers of which nothing is told', () => {
    expect(eventful(log, 1, 8)).toEqual([4, 6, 7, 8]);
  });
});
