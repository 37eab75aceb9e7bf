// Keyboard focus management. What is focused may vanish with the question it belonged to: then the next sensible thing
// in the same part of the page takes the focus, so that nobody starts again at the top.

import { seen } from '../ui/focus';

/** The parts of the page in which the keyboard can be at work, and what is sensible in each. */
const PARTS: [part: string, first: string][] = [
  ['.list-view', '.choice'],
  ['[data-panel=combat]', '[data-option]'],
  ['.prompt', '[data-confirm], [data-set-out], .buttons .button, .reserve, .button'],
];
/** Where F6 leads, in turn. */
const ROUND = ['.bar', '.list-view', '.board', '.panel', '.prompt', '.log ol'];
const FOCUSABLE = 'button:not(:disabled), a[href], input, select, textarea, summary, [tabindex]';

export class FocusKeeper {
  private part: string | null = null;
  private byPointer = false;
  /** Where the focus waits until there is something to choose again. */
  private waiting: HTMLElement | null = null;

  /** Follow the focus from now on. */
  watch(): () => void {
    const used = (byPointer: boolean): void => {
      this.byPointer = byPointer;
      this.waiting = null;
    };
    const pointer = (): void => used(true);
    const key = (): void => used(false);
    const focus = (e: Event): void => this.note(e.target);
    // A screen reader presses a button without a pointer and, sometimes, without focusing it.
    const press = (e: MouseEvent): void => {
      if (e.detail > 0) return;
      this.byPointer = false;
      this.note(e.target);
    };
    document.addEventListener('pointerdown', pointer, true);
    document.addEventListener('keydown', key, true);
    document.addEventListener('focusin', focus, true);
    document.addEventListener('click', press, true);
    return () => {
      document.removeEventListener('pointerdown', pointer, true);
      document.removeEventListener('keydown', key, true);
      document.removeEventListener('focusin', focus, true);
      document.removeEventListener('click', press, true);
    };
  }

  /** Something has taken the focus: by keyboard it is a place to be kept; by pointer it is not. */
  private note(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    // A second click belongs to whatever asked for it.
    if (target.closest('.confirm') && this.part) return;
    this.part = this.byPointer ? null : (PARTS.find(([part]) => target.closest(part))?.[0] ?? null);
  }

  /** The question has changed: if the focus went with the old one, find it a new place. */
  keep(): void {
    const now = document.activeElement;
    if (this.part === null || (now !== document.body && now !== this.waiting)) return;
    const order = [...PARTS].sort(([a], [b]) => Number(b === this.part) - Number(a === this.part));
    const next = order
      .map(([part, first]) =>
        [...document.querySelectorAll<HTMLElement>(part)].flatMap((p) => [...p.querySelectorAll<HTMLElement>(first)]).find(seen),
      )
      .find(Boolean);
    const { part } = this;
    this.waiting = next ? null : (document.querySelector<HTMLElement>(part) ?? document.querySelector<HTMLElement>('.prompt'));
    (next ?? this.waiting)?.focus();
    this.part = part;
  }
}

/** Focus the first of what can be chosen with buttons, else the prompt itself. */
export function toButtons(): void {
  const all =
    '.confirm [data-confirm], [data-panel=combat] [data-option], [data-set-out], .prompt .buttons .button, .prompt .reserve, .prompt .button';
  const found = all
    .split(', ')
    .map((one) => [...document.querySelectorAll<HTMLElement>(one)].find(seen))
    .find(Boolean);
  (found ?? document.querySelector<HTMLElement>('.prompt'))?.focus();
}

/** To the next (or previous) part of the page. */
export function toNextPart(back: boolean): void {
  const parts = ROUND.flatMap((one) => [...document.querySelectorAll<HTMLElement>(one)].find(seen) ?? []);
  if (!parts.length) return;
  const here = parts.findIndex((part) => part.contains(document.activeElement));
  const next = parts[here === -1 ? 0 : (here + (back ? -1 : 1) + parts.length) % parts.length]!;
  (next.matches('[tabindex]') ? next : next.querySelector<HTMLElement>(FOCUSABLE))?.focus();
}
