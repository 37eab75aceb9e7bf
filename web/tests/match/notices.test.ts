import { describe, expect, it } from 'vitest';

import type { LogLine } from '../../src/api/protocol';
import { linesSince, noticeIn } from '../../src/match/notices';

describe('notices', () => {
  const line = (text: string, kind = 'Moved', more: object = {}): LogLine => ({ answer: 1, text, event: { kind, ...more } });
  const log = [line('a'), line('b')];
  it('are of lines that came since, not of a log that was filled in or has gone back', () => {
    expect(linesSince(log, [...log, line('c')]).map((l) => l.text)).toEqual(['c']);
    expect(linesSince([], log)).toEqual([]);
    expect(linesSince([line('b')], log)).toEqual([]);
    expect(linesSince(log, [line('a')])).toEqual([]);
  });
  it('are the words of Control and of others, not what happens on the board', () => {
    expect(noticeIn([line('a'), line('Control: It rains.', 'Announced')], 'red')).toBe('Control: It rains.');
    expect(noticeIn([line('a')], 'red')).toBe('');
    expect(noticeIn([line('Red does not agree.', 'Declined', { seat: 'red' })], 'red')).toBe('');
    expect(noticeIn([line('Red does not agree.', 'Declined', { seat: 'red' })], 'blue')).toBe('Red does not agree.');
  });
});
