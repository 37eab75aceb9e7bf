import { describe, expect, it } from 'vitest';

import { beside } from '../../../src/board/viewport/cardPlacement';

const room = { x: 0, y: 0, width: 1000, height: 800 };
const card = { width: 200, height: 100 };

describe('a card', () => {
  it('lies to the right of what it describes', () => {
    expect(beside({ x: 500, y: 400 }, 50, card, room, [])).toEqual({ x: 550, y: 350 });
  });

  it('goes to the other side where there is no room', () => {
    expect(beside({ x: 900, y: 400 }, 50, card, room, [])).toEqual({ x: 650, y: 350 });
  });

  it('leaves the way in sight', () => {
    const way = [600, 700, 800].map((x) => ({ x, y: 400 }));
    expect(beside({ x: 500, y: 400 }, 50, card, room, way)).toEqual({ x: 250, y: 350 });
  });

  it('never leaves the room that it has', () => {
    const place = beside({ x: 5, y: 795 }, 50, card, room, []);
    expect(place.x).toBeGreaterThanOrEqual(0);
    expect(place.y + card.height).toBeLessThanOrEqual(800);
  });
});
