import { describe, expect, it } from 'vitest';

import { hexesIn, parts } from '../../src/rulebook/citations';

describe('sentences', () => {
  it('have their citations set apart, a leading one at the end', () => {
    expect(parts('No way out [8.11].')).toEqual([
      { text: 'No way out ', rule: '' },
      { text: '', rule: '8.11' },
      { text: '.', rule: '' },
    ]);
    expect(parts('[1] Move.').map((p) => p.rule || p.text)).toEqual(['Move.', ' ', '1']);
    expect(parts('It stands [AGN 5.0]')[1]).toEqual({ text: '', rule: 'AGN 5.0' });
  });

  it('name hexes that the board has', () => {
    expect(hexesIn('From 1410 Novgorod to 1511 in 1941', (id) => id !== '1941')).toEqual(['1410', '1511']);
  });
});
