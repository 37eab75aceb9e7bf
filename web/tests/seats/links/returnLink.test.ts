import { describe, expect, it } from 'vitest';

import { knowsWayBack, noteWayBack } from '../../../src/seats/links/returnLink';

describe('the way back', () => {
  it('is told once at each table', () => {
    localStorage.clear();
    expect(knowsWayBack('m1')).toBe(false);
    noteWayBack('m1');
    expect([knowsWayBack('m1'), knowsWayBack('m2')]).toEqual([true, false]);
  });

  it('is told again where the browser has kept something else', () => {
    localStorage.setItem('sandtable.way-back', '{"no": "list"}');
    expect(knowsWayBack('m1')).toBe(false);
  });
});
