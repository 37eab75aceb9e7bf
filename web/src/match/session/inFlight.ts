// Requests in flight: asked of the server and not answered yet. News of the outcome often come by the socket before the
// reply does: from then on it holds nobody up.

import type { Sight } from '../../api/protocol';

/** A choice as it goes to the server; its key makes sure that it counts once, however often it is sent. */
export interface Sending {
  seat: string;
  option: string;
  version: number;
  key: string;
}

export interface Request {
  seat: string;
  /** What the seat saw when it asked. */
  made: Sight;
  sending: Sending | null;
}

/** Whether the seat that sees this must wait for the reply: nothing shows that the request has been dealt with. */
export function holds({ seat, made }: Pick<Request, 'seat' | 'made'>, now: Sight): boolean {
  if (now.version === made.version) return true;
  // A newer position may be the doing of somebody who was asked at the same time, and a word of Control's is none.
  return isSameQuestion(made, now, seat) && (now.answers === made.answers || made.view.asked.length > 1);
}

/** Somebody has sat down, or Control has spoken: the question to the seat is the same, and so are its options. What was begun of its answer stays. */
export function keptQuestion(before: Sight, now: Sight, seat: string): Sight {
  if (now.answers !== before.answers || !isSameQuestion(before, now, seat)) return now;
  return { ...now, view: { ...now.view, options: before.view.options } };
}

function isSameQuestion({ view: before }: Sight, { view: now }: Sight, seat: string): boolean {
  const asked = before.asked.includes(seat) && now.asked.includes(seat) && before.prompt === now.prompt;
  return asked && JSON.stringify(before.options) === JSON.stringify(now.options);
}
