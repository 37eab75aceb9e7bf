import { describe, expect, it } from 'vitest';

import { turnGroups } from '../../src/campaign/turnTrack';

describe('the turn track', () => {
  it('puts the turns of a month together', () => {
    const groups = [
      ['Jul', 2],
      ['Aug', 1],
    ] as const;
    expect(turnGroups(['1st July', '2nd July', '1st August'], groups)).toEqual([
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
    expect(turnGroups(['Turn 1', 'Turn 2']).map(({ label }) => label)).toEqual(['', '']);
  });
});
