import { describe, expect, it } from 'vitest';

import type { LogLine } from '../../src/api/protocol';
import { linesSince, noticeIn } from '../../src/match/notices';
import { logLine } from '../documents';

describe('notices', () => {
  const line = (text: string, facts: Partial<LogLine> = {}): LogLine => ({ ...logLine(1, 'Told', text), ...facts });
  const log = [line('a'), line('b')];
  it('are of lines that came since, not of a log that was filled in or has gone back', () => {
    expect(linesSince(log, [...log, line('c')]).map((l) => l.text)).toEqual(['c']);
    expect(linesSince([], log)).toEqual([]);
    expect(linesSince([line('b')], log)).toEqual([]);
    expect(linesSince(log, [line('a')])).toEqual([]);
  });
  it('are the words of Control and of others, not what happens on the board', () => {
    expect(noticeIn([line('a'), line('Control: It rains.', { role: 'notice' })], 'red')).toBe('Control: It rains.');
    expect(noticeIn([line('a')], 'red')).toBe('');
    expect(noticeIn([line('Red does not agree.', { role: 'notice', by: 'red' })], 'red')).toBe('');
    expect(noticeIn([line('Red does not agree.', { role: 'notice', by: 'red' })], 'blue')).toBe('Red does not agree.');
  });
});
