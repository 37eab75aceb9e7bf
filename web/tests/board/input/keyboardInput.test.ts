import { describe, expect, it, vi } from 'vitest';

import type { Board } from '../../../src/board/board';
import { BoardState } from '../../../src/board/boardState';
import { KeyboardInput } from '../../../src/board/input/keyboardInput';
import { isCharacter } from '../../../src/match/shortcuts';
import { counter, hexBoard, option } from '../../boards';

/** A board without a screen, and what it was told. */
function walking(options: ReturnType<typeof option>[]): {
  keys: KeyboardInput;
  state: BoardState;
  acted: ReturnType<typeof vi.fn>;
  heard: unknown[][];
} {
  const state = new BoardState(hexBoard());
  state.set([counter('a', '0202'), counter('b', '0202'), counter('c', '0304')], options);
  state.fan = null;
  const heard: unknown[][] = [];
  const acted = vi.fn((hit: Parameters<Board['act']>[0]) => {
    const click = state.click(hit);
    if (click.kind === 'fan') state.fan = click.hex;
  });
  const board = {
    state,
    act: acted,
    host: document.createElement('div'),
    scene: { drawCursor: vi.fn() },
    viewport: { size: { width: 100, height: 100 }, camera: { x: 0, y: 0, scale: 1 } },
    fan: (hex: string | null) => void (state.fan = hex),
    point: vi.fn(),
    reveal: vi.fn(),
    tell: (...news: unknown[]) => heard.push(news.slice(1)),
  };
  return { keys: new KeyboardInput(board as unknown as Board), state, acted, heard };
}

describe('keys on the board', () => {
  it('jump from place to place, and out of the map past the last', () => {
    const { keys, state } = walking([option('go', { hex: '0101' }), option('stay', { hex: '0304' })]);
    expect([keys.jump(false), state.cursor.hex]).toEqual([true, '0101']);
    expect([keys.jump(false), state.cursor.hex]).toEqual([true, '0304']);
    expect([keys.jump(false), state.cursor.hex]).toEqual([false, null]);
    expect([keys.jump(true), state.cursor.hex]).toEqual([true, '0304']);
  });

  it('leave the map at once where nothing can be chosen', () => {
    expect(walking([]).keys.jump(false)).toBe(false);
  });

  it('open a stack, walk its units round and choose the one that was heard', () => {
    const { keys, state, acted, heard } = walking([
      option('take:a', { unit: 'a' }),
      option('take:b', { unit: 'b' }),
      option('take:c', { unit: 'c' }),
    ]);
    keys.jump(false);
    expect(state.cursor.hex).toBe('0202');
    keys.enter();
    expect(heard.at(-1)).toEqual(['0202', 'a']);
    keys.walk('right');
    expect(heard.at(-1)).toEqual(['0202', 'b']);
    keys.walk('right');
    keys.walk('left');
    expect(heard.at(-1)).toEqual(['0202', 'b']);
    keys.enter();
    expect(acted).toHaveBeenLastCalledWith({ hex: '0202', unit: 'b' });
  });

  it('choose nothing in a stack that opened by itself before its units were heard', () => {
    const { keys, state, acted, heard } = walking([option('take:a', { unit: 'a' }), option('take:b', { unit: 'b' })]);
    state.cursor.place('0202');
    state.fan = '0202';
    keys.enter();
    expect(acted).not.toHaveBeenCalled();
    expect(heard.at(-1)).toEqual(['0202', 'a']);
  });
});

it('keys of one character are those that a slip of the tongue could press', () => {
  expect(['u', '?', '1', ','].every(isCharacter)).toBe(true);
  expect(['Enter', 'F6', 'Tab', ' '].some(isCharacter)).toBe(false);
});
