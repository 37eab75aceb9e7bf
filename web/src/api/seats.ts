// Seats on the wire: invitations, resigning and agreements, substitutes, standing orders, reminders.

import { get, matchPath, post, query } from './client';
import type { Accepted, NewMatch } from './protocol';

/** A kind of question that standing orders may answer; the first answer is what holds where nothing is ordered. */
export interface OrderQuestion {
  name: string;
  title: string;
  text: string;
  rule: string;
  answers: string[];
}

/** What to answer: for a unit, for whoever stands in a hex, or (both empty) for all. */
export interface Order {
  question: string;
  answer: string;
  unit: string;
  hex: string;
}

export interface Orders {
  questions: OrderQuestion[];
  orders: Order[];
}

export type Channel = 'webhook' | 'email';

export interface Reminders {
  webhook: string | null;
  email: string | null;
  confirmed: boolean;
  /** Why the latest one did not arrive. */
  trouble: Record<Channel, string | null>;
  offers: Record<Channel, boolean>;
}

export interface Outcome {
  delivered: boolean;
  said: string;
}

export interface Invitation {
  /** For somebody else than whoever made it, or for another device of the seat's player. */
  kind: 'invitation' | 'own';
  scenario: string;
  seat: string;
  /** Who invites, if it is known. */
  by: string | null;
  /** Whether somebody sits there already; whoever acts first keeps the seat. */
  taken: boolean;
  over: boolean;
  /** Whether it leads there only once. */
  once: boolean;
  /** The seats of this game that this browser holds, and which game it is where it holds one. */
  mine: string[];
  match: string | null;
  /** Whether an umpire would play, or a player would be umpire. */
  refused: boolean;
}

/** A way for one's own seat to another device: once, and until a time. */
export interface DeviceLink {
  match: string;
  link: string;
  until: number;
}

export const seatApi = {
  // The secret of a link goes in the body of a request, never in its address.
  invitation: (token: string) => post<Invitation>('/api/invitation', { token }),
  takeInvitation: (token: string) => post<{ match: string; seat: string }>('/api/invitation/take', { token }),
  device: (id: string, seat: string) => post<DeviceLink>(`${matchPath(id)}/device`, { seat }),
  link: (id: string, seat: string) => post<NewMatch>(`${matchPath(id)}/link`, { seat }),

  resign: (id: string, given: { seat: string }) => post<Accepted>(`${matchPath(id)}/resign`, given),
  flag: (id: string, given: { seat: string; against: string }) => post<Accepted>(`${matchPath(id)}/flag`, given),
  result: (id: string, given: { seat: string; version: number; winner: string; agree: boolean }) =>
    post<Accepted>(`${matchPath(id)}/result`, given),
  substitute: (id: string, given: { seat: string; for: string; bot: string }) => post<Accepted>(`${matchPath(id)}/substitute`, given),
  reclaim: (id: string, given: { seat: string }) => post<Accepted>(`${matchPath(id)}/reclaim`, given),

  orders: (id: string, seat: string) => get<Orders>(`${matchPath(id)}/orders?${query({ seat })}`),
  giveOrders: (id: string, given: { seat: string; orders: Order[] }) => post<Orders>(`${matchPath(id)}/orders`, given),
  reminders: (id: string, seat: string) => get<Reminders>(`${matchPath(id)}/reminders?${query({ seat })}`),
  setReminders: (id: string, given: { seat: string; webhook: string | null; email: string | null }) =>
    post<Reminders>(`${matchPath(id)}/reminders`, given),
  testReminder: (id: string, seat: string, channel: Channel) => post<Outcome>(`${matchPath(id)}/reminders/test`, { seat, channel }),
};
