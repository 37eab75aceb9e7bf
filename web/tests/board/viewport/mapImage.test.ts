import { describe, expect, it } from 'vitest';

import { Grid } from '../../../src/board/grid';
import { insightOf } from '../../../src/board/viewport/mapImage';
import { trailMarks } from '../../../src/board/drawing/trails';
import { hexBoard } from '../../boards';

const SHEET = { width: 3000, height: 5000 };

describe('the picture of the map', () => {
  it('is drawn sharply where it is seen, and a little beyond', () => {
    expect(insightOf({ x: -1000, y: -1000, scale: 1 }, { width: 1000, height: 500 }, SHEET)).toEqual({ x: 880, y: 940, width: 1240, height: 620 });
  });

  it('is drawn no farther than the sheet', () => {
    expect(insightOf({ x: 0, y: 0, scale: 0.1 }, { width: 1000, height: 800 }, SHEET)).toEqual({ x: 0, y: 0, ...SHEET });
    expect(insightOf({ x: -9000, y: 0, scale: 1 }, { width: 1000, height: 500 }, SHEET)).toBeNull();
  });
});

describe('trails', () => {
  const grid = new Grid(hexBoard());

  it('follow the way that a force took', () => {
    expect(trailMarks([{ from: '0101', to: '0103', by: ['0102'] }], grid)).toContain('M50 57.7L150 57.7L');
  });

  it('are drawn once for units that went together, and not for what stayed or is off the board', () => {
    const together = { from: '0101', to: '0102' };
    expect(trailMarks([together, { ...together }], grid).match(/class="trail"/g)).toHaveLength(1);
    expect(trailMarks([{ from: '0101', to: '0101' }, { from: '9999', to: '0101' }], grid)).toBe('');
  });
});
