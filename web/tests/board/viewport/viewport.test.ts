import { afterEach, describe, expect, it, vi } from 'vitest';

import { Viewport } from '../../../src/board/viewport/viewport';

const SHEET = { x: 0, y: 0, width: 1000, height: 1000 };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function viewportWithFrames(): { viewport: Viewport; frame: (at: number) => void } {
  const waiting: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (tick: FrameRequestCallback) => waiting.push(tick));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const viewport = new Viewport(document.createElement('div'), SHEET, 60, { moved: () => undefined, rested: () => undefined });
  viewport.resize({ width: 300, height: 300 });
  return { viewport, frame: (at) => waiting.splice(0).forEach((tick) => tick(at)) };
}

describe('gliding', () => {
  it('does not leave the map where a frame began long before the glide was asked for', () => {
    const { viewport, frame } = viewportWithFrames();
    viewport.glide({ x: -400, y: -300, scale: 1 });
    frame(performance.now() - 5000);
    expect(viewport.camera).toEqual({ x: 0, y: 0, scale: 1 });
  });

  it('ends where it should', () => {
    const { viewport, frame } = viewportWithFrames();
    viewport.glide({ x: -400, y: -300, scale: 1 });
    frame(performance.now() + 5000);
    expect(viewport.camera).toEqual({ x: -400, y: -300, scale: 1 });
  });
});

describe('what is shown unasked', () => {
  const later = (): number => performance.now() + 5000;

  it('is followed by the way back, once something in sight at home is asked about', () => {
    const { viewport, frame } = viewportWithFrames();
    viewport.show([{ x: 900, y: 900 }]);
    frame(later());
    expect(viewport.camera).toEqual({ x: -690, y: -690, scale: 1 });
    viewport.show([{ x: 150, y: 150 }]);
    frame(later());
    expect(viewport.camera).toEqual({ x: 0, y: 0, scale: 1 });
  });

  it('stays where it is once the player has moved the map himself', () => {
    const { viewport, frame } = viewportWithFrames();
    viewport.show([{ x: 900, y: 900 }]);
    frame(later());
    viewport.pan(10, 0);
    viewport.comeHome();
    frame(later());
    expect(viewport.camera).toEqual({ x: -680, y: -690, scale: 1 });
  });
});

describe('a column that comes or goes', () => {
  it('leaves the map where it is on the screen', () => {
    const { viewport } = viewportWithFrames();
    viewport.pan(-400, -300);
    viewport.resize({ width: 200, height: 300 });
    expect(viewport.camera).toEqual({ x: -400, y: -300, scale: 1 });
    // On the left it takes the edge of the window along.
    viewport.resize({ width: 150, height: 300 }, 50);
    expect(viewport.camera).toEqual({ x: -450, y: -300, scale: 1 });
  });
});
