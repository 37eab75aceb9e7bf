import { describe, expect, it } from 'vitest';

import { trailMarks } from '../../../src/board/drawing/trails';
import { Grid } from '../../../src/board/grid';
import { hexBoard } from '../../boards';

describe('trails', () => {
  const grid = new Grid(hexBoard());

  it('follow the way that a force took', () => {
    expect(trailMarks([{ from: '0101', to: '0103', by: ['0102'] }], grid)).toContain('M50 57.7L150 57.7L');
  });

  it('are drawn once for units that went together, and not for what stayed or is off the board', () => {
    const together = { from: '0101', to: '0102' };
    expect(trailMarks([together, { ...together }], grid).match(/class="trail"/g)).toHaveLength(1);
    expect(
      trailMarks(
        [
          { from: '0101', to: '0101' },
          { from: '9999', to: '0101' },
        ],
        grid,
      ),
    ).toBe('');
  });
});
