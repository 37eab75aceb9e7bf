// Tooltip placement: a card goes beside the hex that it describes, and off whatever else must stay in sight.

import { clamp, type Box, type Point, type Size } from './camera';

/** How a place fares: hidden points count most, then how far it is from the usual one. */
const HIDDEN = 10;

/** The upper left corner of a card of a size, beside a point, inside a part of the window, hiding as few of the points around as possible. */
export function beside(at: Point, gap: number, card: Size, room: Box, around: readonly Point[]): Point {
  const middle = { x: at.x - card.width / 2, y: at.y - card.height / 2 };
  const right = at.x + gap;
  const left = at.x - gap - card.width;
  const below = at.y + gap;
  const above = at.y - gap - card.height;
  // The usual place comes first.
  const places: Point[] = [
    { x: right, y: middle.y },
    { x: left, y: middle.y },
    { x: right, y: below - gap / 2 },
    { x: left, y: below - gap / 2 },
    { x: right, y: above + gap / 2 },
    { x: left, y: above + gap / 2 },
    { x: middle.x, y: below },
    { x: middle.x, y: above },
  ];
  let best = places[0]!;
  let least = Infinity;
  places.forEach((place, i) => {
    const kept = {
      x: clamp(place.x, room.x, Math.max(room.x, room.x + room.width - card.width)),
      y: clamp(place.y, room.y, Math.max(room.y, room.y + room.height - card.height)),
    };
    const box = { ...kept, ...card };
    const hidden = around.filter((p) => near(box, p, gap * 0.6)).length + (near(box, at, gap * 0.8) ? 2 : 0);
    const cost = hidden * HIDDEN + i;
    if (cost < least) [best, least] = [kept, cost];
  });
  return best;
}

/** Whether a hex around a point, so large from its middle, reaches into a box. */
function near(box: Box, p: Point, reach: number): boolean {
  const dx = Math.max(box.x - p.x, 0, p.x - box.x - box.width);
  const dy = Math.max(box.y - p.y, 0, p.y - box.y - box.height);
  return Math.hypot(dx, dy) < reach;
}
