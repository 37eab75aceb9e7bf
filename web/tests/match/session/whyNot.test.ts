import { describe, expect, it } from 'vitest';

import { questions } from '../../../src/match/session/whyNot';
import { counter, option } from '../../boards';

describe('questions why not', () => {
  it('ask about the chosen unit and the hex that was clicked', () => {
    const options = [option('move:a:1', { unit: 'a', hex: '0101' })];
    expect(questions(options, { unit: 'a' }, { hex: '0404' }, [counter('a', '0202')], 'red')[0]).toEqual({
      verb: 'enter',
      unit: 'a',
      hex: '0404',
    });
  });

  it('ask about attacking where enemies stand', () => {
    const options = [option('move:a:1', { unit: 'a', hex: '0101' })];
    const enemy = counter('x', '0404', { side: 'blue' });
    expect(questions(options, { unit: 'a' }, { hex: '0404', unit: 'x' }, [counter('a', '0202'), enemy], 'red').map((q) => q.verb)).toEqual([
      'attack',
      'enter',
      'move',
      'choose',
    ]);
  });

  it('ask with the verb on offer about one’s own unit that is not lit', () => {
    const options = [option('activate:1', { hex: '0101' }), option('end_phase')];
    expect(questions(options, {}, { hex: '0202', unit: 'a' }, [counter('a', '0202')], 'red')).toEqual([
      { verb: 'activate', unit: 'a', hex: '0202' },
      { verb: 'choose', hex: '0202' },
    ]);
  });

  it('ask why a hex is no choice at all where no force acts', () => {
    const options = [option('strategic:1', { hex: '0101' }), option('end_phase')];
    expect(questions(options, {}, { hex: '0909' }, [counter('x', '0909', { side: 'blue' })], 'red')).toEqual([
      { verb: 'choose', hex: '0909' },
    ]);
  });

  it('ask about no unit in particular while several forces may act', () => {
    const options = [option('activate:a', { unit: 'a' }), option('activate:b', { unit: 'b' })];
    const counters = [counter('a', '0202'), counter('b', '0303')];
    expect(questions(options, {}, { hex: '0909' }, counters, 'red')).toEqual([{ verb: 'choose', hex: '0909' }]);
    expect(questions(options.slice(0, 1), {}, { hex: '0909' }, counters, 'red')[0]).toEqual({ verb: 'enter', unit: 'a', hex: '0909' });
  });
});
