import { describe, expect, it } from 'vitest';

import type { LogLine, Sight } from '../../../src/api/protocol';
import { merged, moves, newLines, rollIn, terse } from '../../../src/match/log/changes';
import { counter } from '../../boards';

const line = (text: string, answer = 1): LogLine => ({ answer, text, rule: '' });
const sight = (log: LogLine[], total = log.length): Sight => ({ version: 1, log, log_lines: total, undoable: 0 }) as unknown as Sight;

describe('news', () => {
  it('are the lines that were not there before', () => {
    const before = sight([line('one')]);
    const now = sight([line('one'), line('two')]);
    expect(newLines(before, now).map((l) => l.text)).toEqual(['two']);
    expect(newLines(null, now)).toEqual([]);
    expect(newLines(now, before)).toEqual([]);
  });

  it('put the whole log together from its tail', () => {
    expect(merged([line('one'), line('two')], sight([line('two'), line('three')], 3)).map((l) => l.text)).toEqual(['one', 'two', 'three']);
  });

  it('forget lines that were taken back', () => {
    expect(merged([line('one'), line('two')], sight([line('one')], 1)).map((l) => l.text)).toEqual(['one']);
  });

  it('tell which counters went elsewhere', () => {
    expect(moves([counter('a', '0101'), counter('b', '0102')], [counter('a', '0103'), counter('b', '0102'), counter('c', '0101')])).toEqual(
      [{ unit: 'a', from: '0101', to: '0103' }],
    );
    const told = { ...line('A moves from 0101 to 0103 by way of 0102.'), event: { kind: 'Moved' } };
    expect(moves([counter('a', '0101')], [counter('a', '0103')], [told])).toEqual([{ unit: 'a', from: '0101', to: '0103', by: ['0102'] }]);
  });

  it('do not say twice that units act, when they move at once', () => {
    const told = (kind: string, units: number[]): LogLine => ({ ...line(kind), event: { kind, units } });
    const log = [
      told('Activated', [1, 2]),
      told('Moved', [1, 2]),
      told('Activated', [3]),
      told('Rallied', [3]),
      told('Activated', [4, 5]),
      told('Moved', [4]),
    ];
    expect(terse(log).map((l) => l.text)).toEqual(['Moved', 'Activated', 'Rallied', 'Activated', 'Moved']);
  });

  it('read dice off the log', () => {
    expect(rollIn(line('The dice fall 6, 4, 1 [8.6].'))?.faces).toEqual([6, 4, 1]);
    expect(rollIn(line('Turn 6 begins.'))).toBeNull();
  });
});
