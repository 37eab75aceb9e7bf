import { describe, expect, it } from 'vitest';

import { coverOf } from '../../../src/match/map/coveredArea';

const map = { x: 0, y: 48, width: 1080, height: 852 };

describe('papers over the map', () => {
  it('cover one side of it', () => {
    expect(coverOf(map, { x: 12, y: 200, width: 640, height: 688 })).toEqual({ left: 652, right: 0, top: 0, bottom: 0 });
    expect(coverOf(map, { x: 428, y: 200, width: 640, height: 688 })).toEqual({ left: 0, right: 652, top: 0, bottom: 0 });
  });

  it('cover its foot where they are low or leave nothing beside them', () => {
    expect(coverOf(map, { x: 12, y: 760, width: 440, height: 128 })).toEqual({ left: 0, right: 0, top: 0, bottom: 140 });
    expect(coverOf({ ...map, width: 700 }, { x: 12, y: 400, width: 640, height: 488 })).toEqual({ left: 0, right: 0, top: 0, bottom: 500 });
  });

  it('cover nothing where they leave no room at all', () => {
    expect(coverOf({ ...map, width: 700 }, { x: 12, y: 60, width: 640, height: 828 })).toEqual({ left: 0, right: 0, top: 0, bottom: 0 });
  });
});
