import { describe, expect, it } from 'vitest';

import { eventful, markBeside, momentWords, placedMarks } from '../../src/replay/timelineMarks';
import { fightLog as log, mark } from '../documents';

describe('the replay', () => {
  const marks = [mark(0, 'turn', 'July'), mark(40, 'combat', 'Combat'), mark(50, 'turn', 'August')];

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
