// Deltas by WebSocket: what has changed since the message before, and the whole that it makes together with that.

import type { Schemas } from './protocol';

/** How a document has changed; `sandtable/server/wire.py` says the same in Python. */
export type Change = Schemas['Change'];

/** What the document has become; what has not changed is the same object. */
export function patched(before: unknown, change: Change): unknown {
  if ('is' in change) return change.is;
  if ('in' in change) {
    const known = before as Record<string, unknown>;
    return { ...known, ...Object.fromEntries(Object.entries(change.in).map(([key, inner]) => [key, patched(known[key], inner)])) };
  }
  const known = before as unknown[];
  let start = 0;
  const after = change.splice.flatMap(([at, gone, entries]) => {
    const kept = known.slice(start, at);
    start = at + gone;
    return [...kept, ...entries];
  });
  return [...after, ...known.slice(start)];
}
