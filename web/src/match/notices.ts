// Log lines that are shown as a notice at once, wherever the player is looking: words of Control, and what others have
// settled.

import type { LogLine } from '../api/protocol';

const HEARD = new Set([
  'Announced',
  'Paused',
  'Resumed',
  'Rewound',
  'Edited',
  'Overruled',
  'Substituted',
  'Reclaimed',
  'Declined',
  'Lapsed',
  'Restored',
  'Left',
  'Arrived',
]);
/** Whoever does one of these knows it. */
const OWN = new Set(['Declined', 'Rewound', 'Restored']);

/** The lines that have come since the log was as `before`; none where it was filled in or has gone back. */
export function linesSince(before: readonly LogLine[], now: readonly LogLine[]): LogLine[] {
  const last = before.at(-1);
  const same = now[before.length - 1];
  return last && same && same.text === last.text && same.answer === last.answer ? now.slice(before.length) : [];
}

/** The last of the lines that is to be heard, unless this seat has brought it about itself. */
export function noticeIn(lines: readonly LogLine[], seat: string): string {
  return lines.findLast(({ event }) => event && HEARD.has(event.kind) && !(OWN.has(event.kind) && String(event.seat) === seat))?.text ?? '';
}
