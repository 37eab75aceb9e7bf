// The board on the screen: a drawn map, counters on it, and what pointer and keys do to them. It knows no rules: it is
// given counters, options and layers, and gives back the option, or the place, that was clicked.

import type { BoardMap, Counter, Option, Target } from '../protocol';
import type { Reach } from '../study';
import type { Camera, Point } from './camera';
import { toMap, toScreen } from './camera';
import { Eye } from './eye';
import { listen } from './gestures';
import type { Direction } from './grid';
import type { Layer } from './layers';
import type { Livery } from './livery';
import { Scene } from './scene';
import { BoardState, type Hit } from './state';
import type { Click, Narrowed } from './targets';

export interface Happenings {
  /** A lit target was clicked and it stands for one option. */
  choose: (option: Option, how: { touch: boolean }) => void;
  /** It stands for several: the table asks which. */
  several: (options: Option[], narrowed: Narrowed) => void;
  narrow: (narrowed: Narrowed) => void;
  /** Nothing may be chosen there. */
  unlit: (target: Target) => void;
  select: (hex: string | null) => void;
  hover: (hit: Hit | null, at: Point | null) => void;
  cursor: (hex: string) => void;
  /** A counter that may act is taken up; and laid down in a hex. */
  grab: (hit: Hit) => void;
  drop: (hit: Hit, hex: string | null) => void;
}

const READABLE_PX = 60;
const FAN_DELAY_MS = 260;
/** So far from the edge that no paper lies over it. */
const CLEAR_PX = 280;

export class Board {
  readonly state: BoardState;
  readonly eye: Eye;
  private readonly scene: Scene;
  private readonly image: HTMLImageElement;
  private readonly listeners: { [K in keyof Happenings]?: Happenings[K] } = {};
  private readonly undo: (() => void)[] = [];
  private hovered: string | null = null;
  private fanTimer: ReturnType<typeof setTimeout> | undefined;
  private seen = false;
  private held: Hit | null = null;

  constructor(
    private readonly host: HTMLElement,
    map: BoardMap,
    picture: string,
    livery: Livery = {},
  ) {
    this.state = new BoardState(map);
    const world = document.createElement('div');
    world.className = 'world';
    world.style.width = `${map.width}px`;
    world.style.height = `${map.height}px`;
    this.image = new Image(map.width, map.height);
    this.image.alt = '';
    this.image.draggable = false;
    this.image.src = picture;
    this.scene = new Scene(this.state, map.width, map.height, livery);
    world.append(this.image, this.scene.svg);
    host.append(world);
    host.classList.add('board');
    this.eye = new Eye(world, sheetOf(this.state, map), this.state.grid.pitch, (camera) => this.moved(camera));
    this.undo.push(listen(host, this.gestures()));
    const watcher = new ResizeObserver(() => this.resized());
    watcher.observe(host);
    this.undo.push(() => watcher.disconnect(), () => world.remove());
    this.resized();
  }

  on<K extends keyof Happenings>(what: K, then: Happenings[K]): this {
    this.listeners[what] = then;
    return this;
  }

  /** Show a position. `focus` are the hexes to look at when it is the first. */
  set(scene: { counters: readonly Counter[]; options: readonly Option[]; focus?: readonly string[] }): void {
    this.state.set(scene.counters, scene.options);
    this.scene.draw(this.hovered);
    if (!this.seen && this.eye.size.width > 1) {
      this.seen = true;
      const hexes = scene.focus?.length ? scene.focus : this.state.litHexes;
      this.eye.lookAt(hexes.flatMap((id) => this.state.grid.cell(id) ?? []), READABLE_PX);
    }
    this.host.classList.toggle('asked', scene.options.length > 0);
  }

  layers(layers: readonly Layer[]): void {
    this.scene.layers(layers);
  }

  picture(src: string): void {
    if (this.image.getAttribute('src') !== src) this.image.src = src;
  }

  trails(moves: readonly { from: string; to: string }[]): void {
    this.scene.trails(moves);
  }

  /** Paint where a force can go; null puts it away. */
  reach(reach: Reach | null): void {
    this.state.reach = reach;
    this.host.classList.toggle('reaching', reach !== null);
    this.scene.drawReach();
    this.scene.drawLit(this.hovered);
  }

  narrow(to: Narrowed): void {
    this.state.narrow(to);
    this.scene.draw(this.hovered);
  }

  select(hex: string | null): void {
    this.state.selected = hex;
    this.scene.drawLit(this.hovered);
  }

  /** Light a hex as if the pointer were there, for lists and previews. */
  point(hex: string | null): void {
    this.hovered = hex;
    this.scene.drawLit(hex);
  }

  reveal(hex: string): void {
    const cell = this.state.grid.cell(hex);
    if (cell) this.eye.reveal(cell);
  }

  /** Bring something that can be chosen into sight, if nothing is. */
  revealLit(): void {
    const { width, height } = this.eye.size;
    const lit = this.state.litHexes.flatMap((id) => this.state.grid.cell(id) ?? []);
    const seen = lit.some((cell) => {
      const at = toScreen(this.eye.camera, cell);
      return at.x > 0 && at.x < width && at.y > 0 && at.y < height;
    });
    if (lit[0] && !seen) this.eye.reveal(lit[0], CLEAR_PX);
  }

  fan(hex: string | null): void {
    const open = hex !== null && (this.state.stackIn(hex)?.counters.length ?? 0) > 1 ? hex : null;
    if (open === this.state.fan) return;
    this.state.fan = open;
    this.scene.draw(this.hovered);
  }

  // ---- keys

  walk(direction: Direction): void {
    const { width, height } = this.eye.size;
    this.atCursor(this.state.cursor.walk(direction, toMap(this.eye.camera, { x: width / 2, y: height / 2 })));
  }

  jump(back: boolean): void {
    this.atCursor(this.state.cursor.jump(this.state.litHexes, back));
  }

  /** Choose what is under the cursor; in an open fan the first unit that is lit. */
  enter(): void {
    const hex = this.state.cursor.hex;
    if (hex === null) return;
    const units = this.state.litUnitsIn(hex);
    this.act({ hex, unit: this.state.fan === hex ? (units[0] ?? null) : null }, false);
  }

  close(): void {
    for (const undo of this.undo) undo();
    clearTimeout(this.fanTimer);
  }

  // ---- what happens

  private tell<K extends keyof Happenings>(what: K, ...news: Parameters<Happenings[K]>): void {
    (this.listeners[what] as ((...n: Parameters<Happenings[K]>) => void) | undefined)?.(...news);
  }

  private atCursor(hex: string | null): void {
    if (hex === null) return;
    this.fan(null);
    this.scene.drawCursor();
    this.point(hex);
    this.reveal(hex);
    this.tell('cursor', hex);
  }

  private gestures(): Parameters<typeof listen>[1] {
    return {
      pan: (dx, dy) => {
        this.hover(null);
        this.eye.pan(dx, dy);
        this.host.classList.add('dragging');
      },
      zoom: (factor, at, smooth) => this.eye.zoom(factor, at, smooth),
      settle: () => this.host.classList.remove('dragging'),
      tap: (at, kind) => this.tap(at, kind !== 'mouse'),
      hover: (at) => this.hover(at),
      press: (at) => {
        const hit = this.state.hit(toMap(this.eye.camera, at));
        this.fan(hit.hex);
        this.hovered = hit.hex;
        this.tell('hover', hit, at);
      },
      grab: (at) => this.grab(at),
      carry: (at) => this.carry(at),
      drop: (at) => this.drop(at),
    };
  }

  /** Take up the counter there, if it can act. */
  private grab(at: Point): boolean {
    const hit = this.state.hit(toMap(this.eye.camera, at));
    this.held = hit.unit !== null && hit.hex !== null && this.state.canBeCarried(hit) ? hit : null;
    return this.held !== null;
  }

  private carry(at: Point): void {
    const { held } = this;
    if (!held?.unit) return;
    const p = toMap(this.eye.camera, at);
    if (!this.host.classList.contains('dragging')) this.tell('grab', held);
    this.host.classList.add('dragging');
    clearTimeout(this.fanTimer);
    this.scene.lift(held.unit, p);
    const hex = this.state.grid.at(p)?.id ?? null;
    if (hex === this.hovered) return;
    this.point(hex);
    this.tell('hover', { hex, unit: null }, at);
  }

  private drop(at: Point): void {
    const { held } = this;
    this.held = null;
    const hex = this.state.grid.at(toMap(this.eye.camera, at))?.id ?? null;
    this.scene.draw(this.hovered);
    if (held) this.tell('drop', held, hex);
  }

  private hover(at: Point | null): void {
    clearTimeout(this.fanTimer);
    const p = at ? toMap(this.eye.camera, at) : null;
    const hit = p ? this.state.hit(p) : null;
    if (p && this.state.fan !== null && !this.state.staysFanned(p) && !this.choosingInFan()) this.fan(null);
    if (hit?.unit && hit.hex !== this.state.fan) {
      const delay = this.state.litUnitsIn(hit.hex!).length > 1 ? FAN_DELAY_MS / 3 : FAN_DELAY_MS;
      this.fanTimer = setTimeout(() => this.fan(hit.hex), delay);
    }
    const hex = hit?.hex ?? null;
    if (hex !== this.hovered) {
      this.hovered = hex;
      this.scene.drawLit(hex);
    }
    this.host.classList.toggle('over-lit', hit !== null && this.isLit(hit));
    this.tell('hover', hit, at);
  }

  /** While units of the open fan are to be chosen it stays, wherever the pointer goes. */
  private choosingInFan(): boolean {
    return this.state.fan !== null && this.state.litUnitsIn(this.state.fan).length > 1 && !this.state.lit.hexes.size;
  }

  private isLit(hit: Hit): boolean {
    const { hexes, units } = this.state.lit;
    return (hit.hex !== null && (hexes.has(hit.hex) || this.state.litUnitsIn(hit.hex).length > 0)) || (hit.unit !== null && units.has(hit.unit));
  }

  private tap(at: Point, touch: boolean): void {
    clearTimeout(this.fanTimer);
    const hit = this.state.hit(toMap(this.eye.camera, at));
    if (hit.hex !== this.state.fan && this.state.fan !== null) this.fan(null);
    if (hit.hex !== null) this.state.cursor.place(null);
    this.act(hit, touch);
    if (touch && hit.unit !== null && this.state.fan === null) this.fan(hit.hex);
  }

  private act(hit: Hit, touch: boolean): void {
    const click: Click | { kind: 'fan'; hex: string } | { kind: 'nothing' } = this.state.click(hit);
    this.tell('select', hit.hex);
    if (click.kind === 'fan') this.fan(click.hex);
    if (click.kind === 'narrow') this.state.narrow(click.narrowed);
    if (click.kind === 'several') this.state.narrow(click.narrowed);
    this.scene.draw(this.hovered);
    if (click.kind === 'answer') this.tell('choose', click.option, { touch });
    if (click.kind === 'several') this.tell('several', click.options, click.narrowed);
    if (click.kind === 'narrow') this.tell('narrow', click.narrowed);
    if (click.kind === 'unlit') this.tell('unlit', click.target);
  }

  private resized(): void {
    this.eye.resize({ width: this.host.clientWidth, height: this.host.clientHeight });
  }

  private moved(camera: Camera): void {
    const width = this.state.width * camera.scale;
    this.host.dataset['zoom'] = width < 25 ? 'far' : width < 46 ? 'mid' : width < 84 ? 'near' : 'close';
  }
}

/** The part of the picture to be looked at: the cells and a margin, not the title and legend around them. */
function sheetOf(state: BoardState, map: BoardMap): { x: number; y: number; width: number; height: number } {
  const { extent, pitch } = state.grid;
  const margin = pitch * 0.6;
  const x = Math.max(0, extent.x - margin);
  const y = Math.max(0, extent.y - margin);
  return { x, y, width: Math.min(map.width, extent.x + extent.width + margin) - x, height: Math.min(map.height, extent.y + extent.height + margin) - y };
}
