// List windowing (virtual scrolling): of thousands of lines only some hundred are ever on the page.

/** Lines from `from` up to, and not including, `to`. */
export interface ListWindow {
  from: number;
  to: number;
}

/** So many lines come in at a time, and so many are there at most. */
export const PAGE = 60;
export const MOST = 4 * PAGE;

export function newest(length: number): ListWindow {
  return { from: Math.max(0, length - 2 * PAGE), to: length };
}

export function oldest(length: number): ListWindow {
  return { from: 0, to: Math.min(length, 2 * PAGE) };
}

/** A page of earlier lines comes in; at the other end lines go that are far out of sight. */
export function earlier({ from, to }: ListWindow): ListWindow {
  const first = Math.max(0, from - PAGE);
  return { from: first, to: Math.min(to, first + MOST) };
}

/** A page of later lines comes in. */
export function later({ from, to }: ListWindow, length: number): ListWindow {
  const end = Math.min(length, to + PAGE);
  return { from: Math.max(from, end - MOST), to: end };
}
