// Keyboard shortcuts: everything that a pointer can do, in the same number of steps or one more.

import type { Direction } from '../board/grid';

export interface Keyed {
  walk(direction: Direction): void;
  enter(): void;
  cancel(): void;
  /** False where there is no further place: the key is the browser's. */
  jump(back: boolean): boolean;
  undo(): void;
  log(): void;
  list(): void;
  buttons(): void;
  /** To the next part of the page. */
  part(back: boolean): void;
  help(): void;
  zoom(factor: number): void;
  whole(): void;
  layer(number: number): void;
  replay(step: number): void;
  /** Start or stop the replay. */
  run(): void;
  odds(): void;
  campaign(): void;
  luck(): void;
  briefing(): void;
  /** The names of places over the counters. */
  names(): void;
  /** The next force with orders left. */
  force(back: boolean): void;
  rules(): void;
}

export const HELP: [string, string][] = [
  ['Arrows', 'walk the hex cursor'],
  ['Enter', 'choose what is under the cursor; open a stack, then arrows and Enter choose a unit'],
  ['Tab, Shift Tab', 'on the map: next, previous place where something can be chosen; past the last, out of the map'],
  ['Escape', 'cancel, back to now'],
  ['U', 'take the last choice back'],
  ['L', 'to the log, and back'],
  ['B', 'to the buttons; Escape leads back to the map'],
  ['C', 'the board as a list'],
  ['F6', 'next part of the page; with Shift the previous'],
  ['O', 'combat and odds'],
  ['V', 'campaign: standing, order of battle, calendar'],
  ['K', 'luck'],
  ['I', 'briefing'],
  ['F, Shift F', 'next, previous force with orders left'],
  ['N', 'names of places over the counters that hide them'],
  ['R', 'rules and charts'],
  ['1 to 9', 'layers'],
  ['+  −  0', 'zoom in, out, the whole map'],
  [',  .', 'one answer back, forward in the replay'],
  ['Space', 'run or stop the replay'],
  ['?', 'this help'],
];

const ARROWS: Record<string, Direction> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/** Act on a key; false when it means nothing here. */
export function onKey(e: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>, to: Keyed): boolean {
  if (e.ctrlKey || e.metaKey || e.altKey) return false;
  const arrow = ARROWS[e.key];
  if (arrow) {
    to.walk(arrow);
    return true;
  }
  if (/^[1-9]$/.test(e.key)) {
    to.layer(Number(e.key));
    return true;
  }
  if (e.key === 'Tab') return to.jump(e.shiftKey);
  const plain: Record<string, () => void> = {
    Enter: () => to.enter(),
    Escape: () => to.cancel(),
    F6: () => to.part(e.shiftKey),
    u: () => to.undo(),
    l: () => to.log(),
    b: () => to.buttons(),
    c: () => to.list(),
    '?': () => to.help(),
    '+': () => to.zoom(1.35),
    '=': () => to.zoom(1.35),
    '-': () => to.zoom(1 / 1.35),
    '0': () => to.whole(),
    ',': () => to.replay(-1),
    '.': () => to.replay(1),
    ' ': () => to.run(),
    o: () => to.odds(),
    v: () => to.campaign(),
    k: () => to.luck(),
    i: () => to.briefing(),
    n: () => to.names(),
    f: () => to.force(e.shiftKey),
    r: () => to.rules(),
  };
  const act = plain[e.key] ?? plain[e.key.toLowerCase()];
  act?.();
  return act !== undefined;
}

/** Letters, digits and signs: whoever speaks to the computer, or slips, can confine these to the map. */
export function isCharacter(key: string): boolean {
  return key.length === 1 && key !== ' ';
}
