// Camera transform: a scale and an offset from map units to pixels of the window. Pure arithmetic.

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Point, Size {}

/** Screen = map * scale + offset. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Limits {
  least: number;
  most: number;
}

export function toScreen(camera: Camera, p: Point): Point {
  return { x: p.x * camera.scale + camera.x, y: p.y * camera.scale + camera.y };
}

export function toMap(camera: Camera, p: Point): Point {
  return { x: (p.x - camera.x) / camera.scale, y: (p.y - camera.y) / camera.scale };
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** Zoom by a factor so that the point of the map under `at` stays under it. */
export function zoomed(camera: Camera, factor: number, at: Point, limits: Limits): Camera {
  const scale = clamp(camera.scale * factor, limits.least, limits.most);
  const grown = scale / camera.scale;
  return { scale, x: at.x - (at.x - camera.x) * grown, y: at.y - (at.y - camera.y) * grown };
}

/** The camera that shows `box` whole in the middle of a window of `size`. */
export function fitted(box: Box, size: Size, limits: Limits, margin = 0): Camera {
  const across = (size.width - 2 * margin) / box.width;
  const down = (size.height - 2 * margin) / box.height;
  return centred(middle(box), clamp(Math.min(across, down), limits.least, limits.most), size);
}

export function centred(at: Point, scale: number, size: Size): Camera {
  return { scale, x: size.width / 2 - at.x * scale, y: size.height / 2 - at.y * scale };
}

/** How far papers lie over the window from each of its edges, in pixels. */
export interface Cover {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const NO_COVER: Cover = { left: 0, right: 0, top: 0, bottom: 0 };

/** The part of the window that no paper covers. */
export function uncovered(size: Size, { left, right, top, bottom }: Cover): Box {
  return { x: left, y: top, width: size.width - left - right, height: size.height - top - bottom };
}

/** Keep the sheet in the window: a sheet smaller than the window is centred, a larger one leaves no gap; what is covered may be drawn out from under its cover. */
export function kept(camera: Camera, sheet: Box, size: Size, cover: Cover = NO_COVER): Camera {
  return {
    scale: camera.scale,
    x: keptAlong(camera.x, sheet.x * camera.scale, sheet.width * camera.scale, size.width, cover.left, cover.right),
    y: keptAlong(camera.y, sheet.y * camera.scale, sheet.height * camera.scale, size.height, cover.top, cover.bottom),
  };
}

/** How far the sheet may be zoomed: out until it is whole (a little more), in until a hex is `widest` pixels wide. */
export function limitsFor(sheet: Box, size: Size, pitch: number, widest = 220): Limits {
  const whole = Math.min(size.width / sheet.width, size.height / sheet.height);
  const most = Math.max(widest / pitch, whole);
  return { least: Math.min(whole * 0.92, most), most };
}

/** The smallest shift that brings `p` (map units) at least `margin` pixels inside a part of the window. */
export function revealing(camera: Camera, p: Point, part: Box, margin: number): Camera {
  const at = toScreen(camera, p);
  const room = Math.min(margin, part.width / 2, part.height / 2);
  const dx = clamp(at.x, part.x + room, part.x + part.width - room) - at.x;
  const dy = clamp(at.y, part.y + room, part.y + part.height - room) - at.y;
  return dx || dy ? panned(camera, dx, dy) : camera;
}

/** Part `t` (0 to 1) of the way from one camera to another; scale goes by ratio, so that zooming looks even. */
export function between(from: Camera, to: Camera, t: number, size: Size): Camera {
  const scale = from.scale * (to.scale / from.scale) ** t;
  const centre = { x: size.width / 2, y: size.height / 2 };
  const a = toMap(from, centre);
  const b = toMap(to, centre);
  return centred({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }, scale, size);
}

export function boxAround(points: readonly Point[], margin = 0): Box | null {
  if (!points.length) return null;
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const x = Math.min(...xs) - margin;
  const y = Math.min(...ys) - margin;
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

/** The points that can be seen together in a window of `span` map units: as many as possible, around one of them. */
export function crowd(points: readonly Point[], span: Size): Point[] {
  let best: Point[] = [];
  for (const at of points) {
    const together = points.filter((p) => Math.abs(p.x - at.x) <= span.width / 2 && Math.abs(p.y - at.y) <= span.height / 2);
    if (together.length > best.length) best = together;
  }
  return best;
}

export function middle(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function keptAlong(offset: number, start: number, length: number, room: number, before: number, after: number): number {
  const middle = (room - length) / 2 - start;
  if (length <= room) return clamp(offset, middle - after, middle + before);
  return clamp(offset, room - length - start - after, before - start);
}
