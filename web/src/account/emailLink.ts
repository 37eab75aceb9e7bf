// Links in e-mails: what stands behind the # of the address by which the page was opened.

import type { LetterState } from '../api/account';

/** A link in a letter: what it asks for, and its secret. */
export interface LetterLink {
  kind: LetterState['kind'];
  token: string;
}

/** The link in a letter that a fragment holds, if it does. */
export function letterLink(fragment: string): LetterLink | null {
  const found = /^#(confirm|reset)=([\w-]+)$/.exec(fragment);
  return found ? { kind: found[1] as LetterLink['kind'], token: found[2]! } : null;
}

/** The link in a letter by which the page was opened; it is taken out of the address bar and the history at once. */
export function takeLetterLink(): LetterLink | null {
  const found = letterLink(location.hash);
  if (found) history.replaceState(history.state, '', location.pathname + location.search);
  return found;
}
