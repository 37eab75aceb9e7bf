import { describe, expect, it } from 'vitest';

import { brief, rowLabel } from '../../src/campaign/trays';

const tray = { title: 'Air unit', rule: '', bar: true };

describe('what lies beside the map', () => {
  it('is said once where it is the same everywhere', () => {
    const both = ['north', 'south'].map((label) => ({ label, value: 'shift and reroll' }));
    expect(brief({ ...tray, rows: both })).toEqual([{ value: 'shift and reroll' }]);
    const differ = [
      { label: 'north', value: 'shift' },
      { label: 'south', value: 'not there' },
    ];
    expect(brief({ ...tray, rows: differ })).toEqual(differ);
    expect(brief({ ...tray, rows: [] })).toEqual([]);
  });

  it('is told for each side, also where both have the same', () => {
    const rows = ['red', 'blue'].map((side) => ({ side, value: 2 }));
    expect(brief({ ...tray, rows }).map(rowLabel)).toEqual(['Red', 'Blue']);
    expect(rowLabel({ side: 'red', label: 'north_west', value: 1 })).toBe('Red, North west');
  });
});
