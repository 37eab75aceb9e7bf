import { describe, expect, it } from 'vitest';

import {
  between,
  boxAround,
  centred,
  crowd,
  fitted,
  kept,
  limitsFor,
  revealing,
  toMap,
  toScreen,
  uncovered,
  zoomed,
} from '../../../src/board/viewport/camera';

const window = { width: 800, height: 600 };
const sheet = { x: 0, y: 0, width: 2000, height: 1000 };
const limits = { least: 0.2, most: 4 };

describe('the camera', () => {
  it('finds the point of the map under a point of the screen and back', () => {
    const camera = { x: -120, y: 40, scale: 0.7 };
    const p = toMap(camera, toScreen(camera, { x: 333, y: 222 }));
    expect(p.x).toBeCloseTo(333);
    expect(p.y).toBeCloseTo(222);
  });

  it('keeps the point under the pointer where it is while zooming', () => {
    const camera = { x: -120, y: 40, scale: 0.7 };
    const at = { x: 410, y: 77 };
    const after = zoomed(camera, 1.9, at, limits);
    expect(after.scale).toBeCloseTo(1.33);
    expect(toMap(after, at).x).toBeCloseTo(toMap(camera, at).x);
    expect(toMap(after, at).y).toBeCloseTo(toMap(camera, at).y);
  });

  it('does not zoom beyond its limits', () => {
    expect(zoomed({ x: 0, y: 0, scale: 3 }, 10, { x: 0, y: 0 }, limits).scale).toBe(4);
    expect(zoomed({ x: 0, y: 0, scale: 0.3 }, 0.01, { x: 0, y: 0 }, limits).scale).toBe(0.2);
  });

  it('fits a box whole into the window', () => {
    const camera = fitted({ x: 100, y: 100, width: 1600, height: 300 }, window, limits);
    expect(camera.scale).toBeCloseTo(0.5);
    expect(toScreen(camera, { x: 900, y: 250 })).toEqual({ x: 400, y: 300 });
  });

  it('centres a sheet that is smaller than the window', () => {
    expect(kept({ x: -500, y: 900, scale: 0.2 }, sheet, window)).toEqual({ scale: 0.2, x: 200, y: 200 });
  });

  it('leaves no gap beside a sheet that is larger than the window', () => {
    expect(kept({ x: 300, y: -9999, scale: 1 }, sheet, window)).toEqual({ scale: 1, x: 0, y: -400 });
  });

  it('may zoom out until the sheet is whole and in until a hex is large', () => {
    const { least, most } = limitsFor(sheet, window, 100, 220);
    expect(least).toBeCloseTo(0.4 * 0.92);
    expect(most).toBeCloseTo(2.2);
  });

  it('shifts just enough to reveal a point, and not at all if it is in sight', () => {
    const camera = { x: 0, y: 0, scale: 1 };
    expect(revealing(camera, { x: 400, y: 300 }, { x: 0, y: 0, ...window }, 90)).toBe(camera);
    expect(revealing(camera, { x: 900, y: 300 }, { x: 0, y: 0, ...window }, 90)).toEqual({ x: -190, y: 0, scale: 1 });
  });

  it('shows what is asked for beside the papers that lie over the window', () => {
    const cover = { left: 500, right: 0, top: 0, bottom: 0 };
    const free = uncovered(window, cover);
    expect(free).toEqual({ x: 500, y: 0, width: 300, height: 600 });
    const camera = revealing({ x: 0, y: 0, scale: 1 }, { x: 100, y: 300 }, free, 90);
    expect(toScreen(camera, { x: 100, y: 300 }).x).toBe(590);
    expect(kept(camera, sheet, window).x).toBe(0);
    expect(kept(camera, sheet, window, cover)).toEqual(camera);
  });

  it('glides from one view to another by even ratios of scale', () => {
    const half = between(centred({ x: 0, y: 0 }, 0.5, window), centred({ x: 100, y: 0 }, 2, window), 0.5, window);
    expect(half.scale).toBeCloseTo(1);
    expect(toMap(half, { x: 400, y: 300 }).x).toBeCloseTo(50);
  });

  it('looks at the densest crowd of points that fits', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 1000, y: 0 },
      { x: 1040, y: 10 },
      { x: 1080, y: 0 },
    ];
    expect(crowd(points, { width: 200, height: 200 })).toEqual(points.slice(1));
  });

  it('has no box around nothing', () => {
    expect(boxAround([])).toBeNull();
    expect(boxAround([{ x: 1, y: 2 }], 3)).toEqual({ x: -2, y: -1, width: 6, height: 6 });
  });
});
