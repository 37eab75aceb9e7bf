// The board on the screen: a drawn map, counters on it, and what pointer and keys do to them. It knows no rules: it is
// given counters, options and layers, and gives back the option, or the place, that was clicked.

import type { BoardMap, Counter, HexCard, Option, Target } from '../api/protocol';
import type { Reach } from '../api/study';
import { BoardState, type Hit } from './boardState';
import type { Layer } from './drawing/layerMarks';
import { Scene } from './drawing/scene';
import type { Trail } from './drawing/trails';
import { listen } from './input/gestures';
import { KeyboardInput } from './input/keyboardInput';
import { PointerInput } from './input/pointerInput';
import { PLAIN, type Look } from './look';
import type { Narrowed } from './targets';
import type { Box, Camera, Point } from './viewport/camera';
import { centred, toMap, toScreen } from './viewport/camera';
import { MapPicture } from './viewport/mapImage';
import { Viewport } from './viewport/viewport';

export interface Happenings {
  /** A lit target was clicked and it stands for one option. */
  choose: (option: Option, on: Hit) => void;
  /** It stands for several: the table asks which. */
  several: (options: Option[], narrowed: Narrowed) => void;
  narrow: (narrowed: Narrowed) => void;
  /** Nothing may be chosen there. */
  unlit: (target: Target) => void;
  select: (hex: string | null) => void;
  hover: (hit: Hit | null, at: Point | null) => void;
  /** The cursor has come to a hex, or to a unit of its open stack. */
  cursor: (hex: string, unit: string | null) => void;
  /** Another part of the map is in sight. */
  moved: (sight: Box) => void;
  /** A counter that may act is taken up; and laid down in a hex. */
  grab: (hit: Hit) => void;
  drop: (hit: Hit, hex: string | null) => void;
}

const READABLE_PX = 60;
/** So far from the edge that no paper lies over it. */
const CLEAR_PX = 280;
/** Up to so many places are all brought into sight. */
const LITTLE = 6;

export class Board {
  readonly state: BoardState;
  readonly viewport: Viewport;
  readonly scene: Scene;
  /** What keys do. */
  readonly keys = new KeyboardInput(this);
  private readonly image: MapPicture;
  private readonly listeners: { [K in keyof Happenings]?: Happenings[K] } = {};
  private readonly undo: (() => void)[] = [];
  /** The hex under the pointer, or lit as if it were. */
  private hovered: string | null = null;
  private seen = false;
  /** Where the window of the map begins on the page. */
  private left = 0;

  constructor(
    readonly host: HTMLElement,
    map: BoardMap,
    picture: string,
    look: Look = PLAIN,
  ) {
    this.state = new BoardState(map, look);
    const world = document.createElement('div');
    world.className = 'world';
    world.style.width = `${map.width}px`;
    world.style.height = `${map.height}px`;
    this.image = new MapPicture(map);
    this.image.show(picture);
    this.scene = new Scene(this.state, map.width, map.height, look);
    world.append(...this.image.elements, ...this.scene.sheets);
    host.append(world);
    host.classList.add('board');
    this.viewport = new Viewport(world, sheetOf(this.state, map), this.state.grid.pitch, {
      moved: (camera) => this.moved(camera),
      rested: (camera, size) => this.image.sharpen(camera, size),
    });
    const pointing = new PointerInput(this);
    this.undo.push(listen(host, pointing), () => pointing.close());
    const watcher = new ResizeObserver(() => this.resized());
    watcher.observe(host);
    this.undo.push(
      () => watcher.disconnect(),
      () => world.remove(),
    );
    this.resized();
  }

  on<K extends keyof Happenings>(what: K, then: Happenings[K]): this {
    this.listeners[what] = then;
    return this;
  }

  /** Show a position. `focus` are the hexes to look at when it is the first. */
  set(scene: {
    counters: readonly Counter[];
    cards?: readonly HexCard[];
    options: readonly Option[];
    focus?: readonly string[];
    own?: string | null;
  }): void {
    this.state.own = scene.own ?? null;
    if (this.state.fan === null) this.state.room = this.inSight();
    this.state.set(scene.counters, scene.options);
    this.state.cards = scene.cards ?? [];
    this.redraw();
    this.scene.drawCards();
    if (!this.seen && this.viewport.size.width > 1) {
      this.seen = true;
      const hexes = scene.focus?.length ? scene.focus : this.state.litHexes;
      this.viewport.lookAt(
        hexes.flatMap((id) => this.state.grid.cell(id) ?? []),
        READABLE_PX,
      );
    }
    this.host.classList.toggle('asked', scene.options.length > 0);
  }

  layers(layers: readonly Layer[]): void {
    this.scene.layers(layers);
    const numbers = layers.find(({ look }) => look === 'numbers')?.hexes ?? [];
    this.image.number(
      numbers.flatMap((id) => this.state.grid.cell(id) ?? []),
      this.state.grid.pitch,
    );
  }

  picture(src: string): void {
    this.image.show(src);
  }

  /** Where counters of others have gone. */
  trails(trails: readonly Trail[]): void {
    this.scene.trails(trails);
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
    this.redraw();
  }

  select(hex: string | null): void {
    this.state.selected = hex;
    this.scene.drawLit(this.hovered);
  }

  /** Mark the stack that is taken up, and those of it that are picked. */
  pick(hex: string | null, units: readonly string[]): void {
    this.state.taken = hex;
    this.state.picked = new Set(units);
    this.redraw();
  }

  /** Light a hex as if the pointer were there, for lists and previews. */
  point(hex: string | null): void {
    if (hex === this.hovered) return;
    this.hovered = hex;
    this.scene.point(hex);
  }

  /** Write the names of places over the counters that hide them, or not any more. */
  toggleNames(): boolean {
    this.state.named = !this.state.named;
    this.scene.drawNames(this.hovered);
    return this.state.named;
  }

  /** Mark the hex that is fought for. */
  contest(hex: string | null): void {
    if (hex === this.state.contested) return;
    this.state.contested = hex;
    this.scene.drawContested();
  }

  get pointed(): string | null {
    return this.hovered;
  }

  /** Everything where it belongs again. */
  redraw(): void {
    this.scene.draw(this.hovered);
  }

  reveal(hex: string): void {
    const cell = this.state.grid.cell(hex);
    if (cell) this.viewport.reveal(cell);
  }

  /** The player looks at a point of the map. */
  lookAt(p: Point): void {
    this.viewport.led++;
    this.viewport.glide(centred(p, this.viewport.camera.scale, this.viewport.size));
  }

  /** Show where something happens, and come back afterwards. */
  show(hex: string): void {
    const cell = this.state.grid.cell(hex);
    if (cell) this.viewport.show([cell]);
  }

  /** Bring what can be chosen into sight: all of it where it is little, else something, if nothing is. */
  showLit(): void {
    const { base, free } = this.viewport;
    const lit = this.state.litHexes.flatMap((id) => this.state.grid.cell(id) ?? []);
    const seen = lit.some((cell) => {
      const at = toScreen(base, cell);
      return at.x > free.x && at.x < free.x + free.width && at.y > free.y && at.y < free.y + free.height;
    });
    if (lit.length <= LITTLE && isNear(lit, free, base.scale)) this.viewport.show(lit);
    else if (lit[0] && !seen) this.viewport.show([lit[0]], CLEAR_PX);
    else this.viewport.comeHome();
  }

  fan(hex: string | null): void {
    const open = hex !== null && (this.state.stackIn(hex)?.counters.length ?? 0) > 1 ? hex : null;
    if (open === this.state.fan) return;
    this.state.room = this.inSight();
    this.state.fan = open;
    this.redraw();
  }

  close(): void {
    for (const undo of this.undo) undo();
  }

  // ---- what happens

  tell<K extends keyof Happenings>(what: K, ...news: Parameters<Happenings[K]>): void {
    (this.listeners[what] as ((...n: Parameters<Happenings[K]>) => void) | undefined)?.(...news);
  }

  /** Do what a click there means. */
  act(hit: Hit): void {
    const click = this.state.click(hit);
    this.tell('select', hit.hex);
    if (click.kind === 'fan') this.fan(click.hex);
    if (click.kind === 'narrow') this.state.narrow(click.narrowed);
    if (click.kind === 'several') this.state.narrow(click.narrowed);
    this.redraw();
    if (click.kind === 'answer') this.tell('choose', click.option, hit);
    if (click.kind === 'several') this.tell('several', click.options, click.narrowed);
    if (click.kind === 'narrow') this.tell('narrow', click.narrowed);
    if (click.kind === 'unlit') this.tell('unlit', click.target);
  }

  /** The part of the map in the window, in map units. */
  inSight(): Box {
    const { camera, free } = this.viewport;
    const { x, y } = toMap(camera, free);
    return { x, y, width: free.width / camera.scale, height: free.height / camera.scale };
  }

  private resized(): void {
    const { left } = this.host.getBoundingClientRect();
    this.viewport.resize({ width: this.host.clientWidth, height: this.host.clientHeight }, left - this.left);
    this.left = left;
  }

  private moved(camera: Camera): void {
    const width = this.state.width * camera.scale;
    const zoom = width < 25 ? 'far' : width < 46 ? 'mid' : width < 84 ? 'near' : 'close';
    if (this.host.dataset['zoom'] !== zoom) this.host.dataset['zoom'] = zoom;
    this.tell('moved', this.inSight());
  }
}

/** Whether these places can be seen at once, with some room around them. */
function isNear(places: readonly Point[], { width, height }: Box, scale: number): boolean {
  const span = (of: (p: Point) => number): number => (Math.max(...places.map(of)) - Math.min(...places.map(of))) * scale;
  return places.length > 0 && span((p) => p.x) < width - 200 && span((p) => p.y) < height - 200;
}

/** The part of the picture to be looked at: the cells and a margin, not the title and legend around them. */
function sheetOf(state: BoardState, map: BoardMap): { x: number; y: number; width: number; height: number } {
  const { extent, pitch } = state.grid;
  const margin = pitch * 0.6;
  const x = Math.max(0, extent.x - margin);
  const y = Math.max(0, extent.y - margin);
  return {
    x,
    y,
    width: Math.min(map.width, extent.x + extent.width + margin) - x,
    height: Math.min(map.height, extent.y + extent.height + margin) - y,
  };
}
