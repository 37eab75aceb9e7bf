// Viewport: keeps the camera, eases it (pan, zoom, glide), and puts the world in its place. The world is one composited
// element: while it moves it is only shifted and scaled; when it rests it is drawn anew and sharp.

import {
  between,
  boxAround,
  centred,
  clamp,
  crowd,
  fitted,
  kept,
  limitsFor,
  middle,
  NO_COVER,
  panned,
  revealing,
  toMap,
  uncovered,
  zoomed,
  type Box,
  type Camera,
  type Cover,
  type Limits,
  type Point,
  type Size,
} from './camera';

const REST_MS = 160;
/** What is shown lies so far inside the window. */
const MARGIN_PX = 90;
const GLIDE_MS = 420;

export class Viewport {
  camera: Camera = { x: 0, y: 0, scale: 1 };
  size: Size = { width: 1, height: 1 };
  /** How often the player has moved the viewport: whoever has just done so wants to see that. */
  led = 0;
  /** Where the player had left the viewport before it was led elsewhere to show something. */
  private home: { camera: Camera; led: number } | null = null;
  private covered: Cover = NO_COVER;
  private limits: Limits = { least: 0.1, most: 4 };
  private frame = 0;
  private moving = false;
  private lastLook = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private goal: { scale: number; at: Point } | null = null;

  constructor(
    private readonly world: HTMLElement,
    private readonly sheet: Box,
    private readonly pitch: number,
    private readonly tell: { moved: (camera: Camera) => void; rested: (camera: Camera, size: Size) => void },
  ) {}

  /** The window has a new size. Where only a column has come or gone the map stays where it is, `shift` pixels from the old edge; else its middle stays in the middle. */
  resize(size: Size, shift = 0): void {
    const { camera } = this;
    const still = size.height === this.size.height;
    const centre = toMap(camera, { x: this.size.width / 2, y: this.size.height / 2 });
    const first = this.size.width <= 1;
    this.size = size;
    this.limits = limitsFor(this.sheet, size, this.pitch);
    if (first) return;
    const scale = clamp(camera.scale, this.limits.least, this.limits.most);
    this.put(still && scale === camera.scale ? panned(camera, -shift, 0) : centred(centre, scale, size));
  }

  /** Look at some points from near enough to read counters; where they lie too far apart, at most of them. */
  lookAt(points: readonly Point[], readable: number): void {
    const scale = clamp(readable / this.pitch, this.limits.least, this.limits.most);
    const span = { width: this.size.width / scale - 2 * this.pitch, height: this.size.height / scale - 2 * this.pitch };
    const box = boxAround(crowd(points, span), this.pitch * 1.5) ?? this.sheet;
    const near = fitted(box, this.size, this.limits, 24);
    const whole = fitted(this.sheet, this.size, this.limits).scale;
    this.put(centred(middle(box), Math.max(clamp(near.scale, scale, scale * 1.5), whole), this.size));
  }

  whole(): void {
    this.led++;
    this.glide(fitted(this.sheet, this.size, this.limits));
  }

  pan(dx: number, dy: number): void {
    this.led++;
    this.stop();
    this.put(panned(this.camera, dx, dy));
  }

  zoom(factor: number, at: Point, smooth: boolean): void {
    this.led++;
    cancelAnimationFrame(this.frame);
    if (!smooth || reducedMotion()) {
      this.goal = null;
      this.put(zoomed(this.camera, factor, at, this.limits));
      return;
    }
    const from = this.goal?.scale ?? this.camera.scale;
    this.goal = { scale: clamp(from * factor, this.limits.least, this.limits.most), at };
    this.approach();
  }

  /** Zoom at the middle of the window. */
  step(factor: number): void {
    this.zoom(factor, { x: this.size.width / 2, y: this.size.height / 2 }, true);
  }

  /** Papers lie over the window: what is to be seen is shown beside them. Nothing moves until then. */
  cover(cover: Cover): void {
    this.covered = cover;
  }

  /** The part of the window that no paper covers. */
  get free(): Box {
    return uncovered(this.size, this.covered);
  }

  /** Bring a point into sight with the smallest shift, because the player goes there. */
  reveal(p: Point, margin = MARGIN_PX): void {
    this.led++;
    const to = revealing(this.camera, p, this.free, margin);
    if (to !== this.camera) this.glide(to);
  }

  /** Show points that lie near each other without the player having asked for it: back home if they are in sight there. */
  show(points: readonly Point[], margin = MARGIN_PX): void {
    const from = this.base;
    const to = points.reduce<Camera>((camera, point) => revealing(camera, point, this.free, margin), from);
    if (to === from) return this.comeHome();
    this.home ??= { camera: this.camera, led: this.led };
    this.glide(to);
  }

  /** What was shown has gone by: the view returns to where the player had left it, unless he has led it elsewhere since. */
  comeHome(): void {
    const { home } = this;
    this.home = null;
    if (home?.led === this.led) this.glide(home.camera);
  }

  /** Where the viewport is, or will be again. */
  get base(): Camera {
    if (this.home && this.home.led !== this.led) this.home = null;
    return this.home?.camera ?? this.camera;
  }

  glide(to: Camera): void {
    this.stop();
    const end = kept(to, this.sheet, this.size, this.covered);
    if (reducedMotion()) {
      this.put(end);
      return;
    }
    const from = this.camera;
    const start = performance.now();
    const tick = (now: number): void => {
      // A frame may have begun before the glide was asked for.
      const t = clamp((now - start) / GLIDE_MS, 0, 1);
      this.lay(between(from, end, t * t * (3 - 2 * t), this.size));
      if (t < 1) this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.goal = null;
  }

  private approach(): void {
    const goal = this.goal;
    if (!goal) return;
    const left = goal.scale / this.camera.scale;
    const done = Math.abs(Math.log(left)) < 0.004;
    this.put(zoomed(this.camera, done ? left : left ** 0.32, goal.at, this.limits));
    if (done) this.goal = null;
    else this.frame = requestAnimationFrame(() => this.approach());
  }

  private put(camera: Camera): void {
    this.lay(kept(camera, this.sheet, this.size, this.covered));
  }

  private lay(camera: Camera): void {
    this.camera = camera;
    const { x, y, scale } = camera;
    this.world.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${scale})`;
    if (!this.moving) this.world.classList.add('moving');
    this.moving = true;
    clearTimeout(this.resting);
    cancelAnimationFrame(this.lastLook);
    // A frame more: on a slow machine the next movement may be waiting behind this one.
    this.resting = setTimeout(() => (this.lastLook = requestAnimationFrame(() => (this.resting = setTimeout(() => this.rest())))), REST_MS);
    this.tell.moved(this.camera);
  }

  private rest(): void {
    this.moving = false;
    this.world.classList.remove('moving');
    this.tell.rested(this.camera, this.size);
  }
}

export function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
