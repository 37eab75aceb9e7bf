import { describe, expect, it } from 'vitest';

import { lessonFor, opening } from '../../../src/match/prompt/coach';
import { option } from '../../boards';

describe('the coach', () => {
  const help = (rule: string): { title: string; text: string; rule: string } | null =>
    rule === 'unknown' ? null : { title: `Title ${rule}`, text: `First of ${rule}. Second. Third.`, rule };
  const options = [
    { ...option('end'), rule: '4.0' },
    { ...option('a'), rule: '7.0' },
    { ...option('b'), rule: '7.0' },
  ];

  it('speaks of the paragraph that most options cite', () => {
    expect(lessonFor('damos', options, [], help)).toEqual({
      key: 'damos 7.0',
      title: 'Title 7.0',
      text: 'First of 7.0. Second.',
      rule: '7.0',
    });
  });

  it('goes on to the next when one has been taught, and is silent in the end', () => {
    expect(lessonFor('damos', options, ['damos 7.0'], help)?.key).toBe('damos 4.0');
    expect(lessonFor('damos', options, ['damos 7.0', 'damos 4.0'], help)).toBeNull();
  });

  it('remembers by rulebook', () => {
    expect(lessonFor('frontline', options, ['damos 7.0'], help)?.key).toBe('frontline 7.0');
  });

  it('is silent where nobody has written anything down', () => {
    expect(lessonFor('damos', [{ ...option('x'), rule: 'unknown' }], [], help)).toBeNull();
    expect(lessonFor('damos', [], [], help)).toBeNull();
  });

  it('does not take a number for the end of a sentence', () => {
    expect(opening('It costs 1.5 points. Then it stops! Why?')).toBe('It costs 1.5 points. Then it stops!');
    expect(opening('No full stop')).toBe('No full stop');
  });
});
