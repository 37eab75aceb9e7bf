import { describe, expect, it } from 'vitest';

import { insightOf } from '../../../src/board/viewport/mapImage';

const SHEET = { width: 3000, height: 5000 };

describe('the picture of the map', () => {
  it('is drawn sharply where it is seen, and a little beyond', () => {
    expect(insightOf({ x: -1000, y: -1000, scale: 1 }, { width: 1000, height: 500 }, SHEET)).toEqual({
      x: 880,
      y: 940,
      width: 1240,
      height: 620,
    });
  });

  it('is drawn no farther than the sheet', () => {
    expect(insightOf({ x: 0, y: 0, scale: 0.1 }, { width: 1000, height: 800 }, SHEET)).toEqual({ x: 0, y: 0, ...SHEET });
    expect(insightOf({ x: -9000, y: 0, scale: 1 }, { width: 1000, height: 500 }, SHEET)).toBeNull();
  });
});
