import { describe, expect, it } from 'vitest';

import { byArea, months } from '../../src/campaign/turnTrack';

describe('the turn track', () => {
  it('puts the turns of a month together', () => {
    expect(months(['1st July', '2nd July', '1st August'])).toEqual([
      {
        label: 'Jul',
        turns: [
          { number: 1, name: '1st July' },
          { number: 2, name: '2nd July' },
        ],
      },
      { label: 'Aug', turns: [{ number: 3, name: '1st August' }] },
    ]);
  });

  it('has no months where turns are only numbered', () => {
    expect(months(['Turn 1', 'Turn 2']).map(({ label }) => label)).toEqual(['', '']);
  });
});

describe('what areas have', () => {
  it('is said once where it is the same', () => {
    expect(byArea({ north: 'both', south: 'both' })).toEqual([{ area: '', state: 'shift and reroll' }]);
    expect(byArea({ north: 'shift', south: 'not_there' })).toEqual([
      { area: 'north', state: 'shift' },
      { area: 'south', state: 'not there' },
    ]);
    expect(byArea({})).toEqual([]);
  });
});
