// Pointer input on the board: hovering, tapping, long presses, dragging the map or a counter.

import type { Board } from '../board';
import type { Hit } from '../boardState';
import { toMap, type Point } from '../viewport/camera';
import type { Gestures } from './gestures';

const FAN_DELAY_MS = 260;

export class PointerInput implements Gestures {
  private fanTimer: ReturnType<typeof setTimeout> | undefined;
  private held: Hit | null = null;

  constructor(private readonly board: Board) {}

  pan(dx: number, dy: number): void {
    this.hover(null);
    this.board.viewport.pan(dx, dy);
    this.board.host.classList.add('dragging');
  }

  zoom(factor: number, at: Point, smooth: boolean): void {
    this.hover(null);
    this.board.viewport.zoom(factor, at, smooth);
  }

  settle(): void {
    const { board, held } = this;
    board.host.classList.remove('dragging');
    // Still held: the gesture was broken off, and the counter goes back.
    if (!held) return;
    this.held = null;
    board.redraw();
    board.tell('drop', held, null);
  }

  /** A long press is a hover. */
  press(at: Point): void {
    const hit = this.hit(at);
    this.board.fan(hit.hex);
    this.board.point(hit.hex);
    this.board.tell('hover', hit, at);
  }

  hover(at: Point | null): void {
    const { board } = this;
    const { state } = board;
    clearTimeout(this.fanTimer);
    const p = at ? toMap(board.viewport.camera, at) : null;
    const hit = p ? state.hit(p) : null;
    if (p && state.fan !== null && !state.staysFanned(p) && !state.choosingInFan) board.fan(null);
    if (hit?.unit && hit.hex !== null && hit.hex !== state.fan) {
      const delay = state.litUnitsIn(hit.hex).length > 1 ? FAN_DELAY_MS / 3 : FAN_DELAY_MS;
      this.fanTimer = setTimeout(() => board.fan(hit.hex), delay);
    }
    board.point(hit?.hex ?? null);
    board.host.classList.toggle('over-lit', hit !== null && state.isLit(hit));
    board.tell('hover', hit, at);
  }

  tap(at: Point, kind: string): void {
    const { board } = this;
    const touch = kind !== 'mouse';
    clearTimeout(this.fanTimer);
    const hit = this.hit(at);
    if (hit.hex !== board.state.fan && board.state.fan !== null) board.fan(null);
    if (hit.hex !== null) board.state.cursor.place(null);
    board.act(hit);
    if (touch && hit.unit !== null && board.state.fan === null) board.fan(hit.hex);
  }

  /** Take up the counter there, if it can act. */
  grab(at: Point): boolean {
    const { hex, unit } = this.hit(at);
    const { state } = this.board;
    // Between the counters of an open fan one has hold of its stack.
    const hit = { hex, unit: unit ?? (hex === null || hex !== state.fan ? null : (state.stackIn(hex)?.counters.at(-1)?.unit ?? null)) };
    this.held = hit.unit !== null && hit.hex !== null && this.board.state.canBeCarried(hit) ? hit : null;
    return this.held !== null;
  }

  carry(at: Point): void {
    const { board, held } = this;
    if (!held?.unit) return;
    const p = toMap(board.viewport.camera, at);
    if (!board.host.classList.contains('dragging')) board.tell('grab', held);
    board.host.classList.add('dragging');
    clearTimeout(this.fanTimer);
    board.scene.lift(held.unit, p);
    const hex = board.state.grid.at(p)?.id ?? null;
    if (hex === board.pointed) return;
    board.point(hex);
    board.tell('hover', { hex, unit: null }, at);
  }

  drop(at: Point): void {
    const { board, held } = this;
    this.held = null;
    const hex = board.state.grid.at(toMap(board.viewport.camera, at))?.id ?? null;
    board.redraw();
    if (held) board.tell('drop', held, hex);
  }

  close(): void {
    clearTimeout(this.fanTimer);
  }

  private hit(at: Point): Hit {
    return this.board.state.hit(toMap(this.board.viewport.camera, at));
  }
}
