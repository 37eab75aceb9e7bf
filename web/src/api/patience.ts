// Asking again: for what a busy server could not work out in time, and where the line was cut for a moment.

import { Refusal, Unreachable } from './client';

/** So long is waited before it is asked again, and then again. */
const PAUSES_MS = [1_000, 3_000, 9_000];
/** It took too long, too much was asked at once, or the server cannot just now. */
const PASSING = [408, 429, 503];

/** What `asking` brings. A trouble that passes is waited out, as long as somebody wants to know; any other is thrown at once. */
export async function patiently<T>(asking: () => Promise<T>, wanted: () => boolean = () => true): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await asking();
    } catch (why) {
      if (!passes(why) || !wanted()) throw why;
      await new Promise((after) => setTimeout(after, pause));
      if (!wanted()) throw why;
    }
  }
  return asking();
}

function passes(why: unknown): boolean {
  return why instanceof Unreachable || (why instanceof Refusal && PASSING.includes(why.status));
}
