// Gesture recognition: pointers, wheel and pinch as pan, zoom, tap, press and drag. A drag is never a tap; a long press
// is a hover.

import type { Point } from '../viewport/camera';

export interface Gestures {
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Point, smooth: boolean): void;
  tap(at: Point, kind: string): void;
  hover(at: Point | null): void;
  press(at: Point): void;
  settle(): void;
  /** The mouse goes down: true when what is there can be carried. */
  grab(at: Point): boolean;
  carry(at: Point): void;
  drop(at: Point): void;
}

const SLACK = 6;
const LONG_PRESS_MS = 450;

export function listen(element: HTMLElement, to: Gestures): () => void {
  const down = new Map<number, Point>();
  let travelled = 0;
  let pressed = false;
  let carried = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const place = (e: PointerEvent | WheelEvent): Point => {
    const box = element.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };
  const forget = (): void => clearTimeout(timer);

  const onDown = (e: PointerEvent): void => {
    if (e.button > 1) return;
    const at = place(e);
    down.set(e.pointerId, at);
    if (down.size === 1) {
      travelled = 0;
      pressed = false;
      forget();
      carried = e.pointerType === 'mouse' && e.button === 0 && to.grab(at);
      if (e.pointerType !== 'mouse')
        timer = setTimeout(() => {
          pressed = true;
          to.press(at);
        }, LONG_PRESS_MS);
    } else {
      forget();
      travelled = Infinity;
    }
  };

  const onMove = (e: PointerEvent): void => {
    const at = place(e);
    const before = down.get(e.pointerId);
    if (!before) {
      if (e.pointerType === 'mouse') to.hover(at);
      return;
    }
    if (down.size === 1) {
      const wasStill = travelled <= SLACK;
      travelled += Math.hypot(at.x - before.x, at.y - before.y);
      down.set(e.pointerId, at);
      if (travelled <= SLACK) return;
      if (wasStill) element.setPointerCapture(e.pointerId);
      forget();
      if (carried) to.carry(at);
      else to.pan(at.x - before.x, at.y - before.y);
      return;
    }
    const other = [...down].find(([id]) => id !== e.pointerId)?.[1];
    down.set(e.pointerId, at);
    if (!other) return;
    const apart = (p: Point): number => Math.max(1, Math.hypot(p.x - other.x, p.y - other.y));
    const centre = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    to.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    to.zoom(apart(at) / apart(before), centre, false);
  };

  const onUp = (e: PointerEvent): void => {
    forget();
    if (!down.delete(e.pointerId)) return;
    if (travelled > SLACK && carried && e.type === 'pointerup') to.drop(place(e));
    if (travelled > SLACK) to.settle();
    else if (e.type === 'pointerup' && !pressed && down.size === 0) to.tap(place(e), e.pointerType);
  };

  const onWheel = (e: WheelEvent): void => {
    e.preventDefault();
    const pixels = e.deltaY * (e.deltaMode === 1 ? 16 : 1);
    to.zoom(Math.exp(-pixels * (e.ctrlKey ? 0.012 : 0.0018)), place(e), !e.ctrlKey);
  };

  // A browser sends a click after a finger. The tap has been dealt with by then, and may have laid a paper beneath the
  // finger: the click must not press what lies there now.
  const onTouchEnd = (e: TouchEvent): void => {
    if (e.cancelable) e.preventDefault();
    element.focus({ preventScroll: true });
  };

  // A finger leaves with every tap: what it has pointed at stays.
  const onLeave = (e: PointerEvent): void => {
    if (e.pointerType === 'mouse') to.hover(null);
  };

  element.addEventListener('pointerdown', onDown);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerup', onUp);
  element.addEventListener('pointercancel', onUp);
  element.addEventListener('pointerleave', onLeave);
  element.addEventListener('touchend', onTouchEnd, { passive: false });
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    forget();
    element.removeEventListener('pointerdown', onDown);
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerup', onUp);
    element.removeEventListener('pointercancel', onUp);
    element.removeEventListener('pointerleave', onLeave);
    element.removeEventListener('touchend', onTouchEnd);
    element.removeEventListener('wheel', onWheel);
  };
}
