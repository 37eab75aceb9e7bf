// What goes by letter: confirmed addresses, forgotten passwords, tests of reminders; and the devices of an account.

import { get, post } from './client';
import type { Channel, LoggedIn } from './wire';

/** What the link in a letter is good for. */
export interface LetterState {
  kind: 'confirm' | 'reset';
  name: string | null;
  email: string | null;
  until: number;
}

/** A link in a letter: what it asks for, and its secret. */
export interface LetterLink {
  kind: LetterState['kind'];
  token: string;
}

/** A browser that is logged in. */
export interface Device {
  id: string;
  device: string;
  since: number;
  here: boolean;
}

export interface Outcome {
  delivered: boolean;
  said: string;
}

const PATH = '/api/account';

export const letters = {
  look: (token: string) => post<LetterState>(`${PATH}/token`, { token }),
  confirm: (token: string) => post<{ email: string }>(`${PATH}/confirm`, { token }),
  reset: (token: string, password: string) => post<LoggedIn>(`${PATH}/reset`, { token, password }),
  again: () => post<LoggedIn>(`${PATH}/confirm/again`, {}),
  forgotten: (who: string) => post<{ said: string }>(`${PATH}/forgotten`, { who }),
  devices: () => get<{ devices: Device[] }>(`${PATH}/devices`),
  leaveDevice: (id: string) => post<{ devices: Device[] }>(`${PATH}/devices/leave`, { id }),
  test: (match: string, seat: string, channel: Channel) => post<Outcome>(`/api/matches/${encodeURIComponent(match)}/reminders/test`, { seat, channel }),
  dataPath: `${PATH}/data`,
};

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
