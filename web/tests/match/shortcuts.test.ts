import { describe, expect, it, vi } from 'vitest';

import { onKey, type Keyed } from '../../src/match/shortcuts';

describe('keys', () => {
  const press = (key: string, more: Partial<KeyboardEvent> = {}): { used: boolean; to: Keyed } => {
    const to = Object.fromEntries(
      [
        'walk',
        'enter',
        'cancel',
        'jump',
        'undo',
        'log',
        'list',
        'buttons',
        'part',
        'help',
        'zoom',
        'whole',
        'layer',
        'replay',
        'run',
        'odds',
        'campaign',
        'luck',
        'briefing',
      ].map((n) => [n, vi.fn()]),
    ) as unknown as Keyed;
    return { used: onKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more }, to), to };
  };

  it('walk, choose, cancel, jump, undo', () => {
    expect(press('ArrowLeft').to.walk).toHaveBeenCalledWith('left');
    expect(press('Enter').to.enter).toHaveBeenCalled();
    expect(press('Escape').to.cancel).toHaveBeenCalled();
    expect(press('Tab', { shiftKey: true }).to.jump).toHaveBeenCalledWith(true);
    expect(press('U').to.undo).toHaveBeenCalled();
    expect(press('3').to.layer).toHaveBeenCalledWith(3);
    expect(press('o').to.odds).toHaveBeenCalled();
    expect(press('F6', { shiftKey: true }).to.part).toHaveBeenCalledWith(true);
  });

  it('leave the browser its own', () => {
    expect(press('l', { ctrlKey: true }).used).toBe(false);
    expect(press('x').used).toBe(false);
  });
});
