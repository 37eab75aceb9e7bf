// Settling: a button that has just come where another was does not take a click that was meant for that one.

/** So long after it has come no pointer presses it. */
const SETTLE_MS = 400;
/** Whether a pointer was used last; whoever uses keys knows what is focused. */
let pointed = false;

document.addEventListener('pointerdown', () => (pointed = true), true);
document.addEventListener('keydown', () => (pointed = false), true);

/** A Svelte action; with each new question that a button belongs to it settles anew. */
export function settling(node: HTMLElement, question?: unknown): { update: (next: unknown) => void; destroy: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = (): void => {
    clearTimeout(timer);
    node.inert = pointed;
    if (pointed) timer = setTimeout(() => (node.inert = false), SETTLE_MS);
  };
  settle();
  return {
    update: (next) => {
      if (next === question) return;
      question = next;
      settle();
    },
    destroy: () => clearTimeout(timer),
  };
}
