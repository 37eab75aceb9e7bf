// Keyboard input on the board: the cursor walks hex by hex, jumps to what can be chosen, and chooses; in an open stack
// it walks from unit to unit.

import type { Board } from '../board';
import type { Direction } from '../grid';
import { toMap } from '../viewport/camera';

export class KeyboardInput {
  /** The unit of the open stack under the cursor. */
  private unit: string | null = null;

  constructor(private readonly board: Board) {}

  walk(direction: Direction): void {
    const { state, viewport } = this.board;
    const units = this.choosable();
    if (units.length > 1) {
      const step = direction === 'left' || direction === 'up' ? -1 : 1;
      const at = this.unit === null ? -1 : units.indexOf(this.unit);
      this.pointAt(units[(Math.max(at, step < 0 ? 0 : -1) + step + units.length) % units.length] ?? null);
      return;
    }
    const { width, height } = viewport.size;
    this.arrive(state.cursor.walk(direction, toMap(viewport.camera, { x: width / 2, y: height / 2 })));
  }

  /** To the next (or previous) place where something can be chosen; false past the last, where the map is left. */
  jump(back: boolean): boolean {
    const { cursor, litHexes } = this.board.state;
    if (!litHexes.length || cursor.hex === litHexes.at(back ? 0 : -1)) {
      this.board.fan(null);
      cursor.place(null);
      this.board.scene.drawCursor();
      return false;
    }
    this.arrive(cursor.jump(litHexes, back));
    return true;
  }

  /** Choose what is under the cursor; a stack of which several units can be chosen opens first. */
  enter(): void {
    const { board } = this;
    const { state } = board;
    const hex = state.cursor.hex;
    if (hex === null) return;
    const units = state.litUnitsIn(hex);
    const open = state.fan === hex;
    const unit = units.find((u) => u === this.unit) ?? null;
    // A stack may have opened by itself: nobody has heard of its units yet.
    if (!open || unit !== null || units.length < 2) board.act({ hex, unit: open ? (unit ?? units[0] ?? null) : null });
    if (unit === null && state.fan === hex) this.pointAt(state.litUnitsIn(hex)[0] ?? null);
  }

  private arrive(hex: string | null): void {
    if (hex === null) return;
    const { board } = this;
    this.unit = null;
    board.fan(null);
    board.scene.drawCursor();
    board.point(hex);
    board.reveal(hex);
    board.tell('cursor', hex, null);
  }

  /** The units among which the arrows walk: those of the open stack under the cursor that can be chosen. */
  private choosable(): string[] {
    const { state } = this.board;
    return state.fan !== null && state.fan === state.cursor.hex ? state.litUnitsIn(state.fan) : [];
  }

  private pointAt(unit: string | null): void {
    const { board } = this;
    this.unit = unit;
    for (const counter of board.host.querySelectorAll<SVGElement>('.counter'))
      counter.classList.toggle('pointed', counter.dataset['unit'] === unit);
    if (unit !== null && board.state.cursor.hex !== null) board.tell('cursor', board.state.cursor.hex, unit);
  }
}
