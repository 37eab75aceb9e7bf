// The people's side of the wire: accounts, seats, standing orders, reminders, Control.

import { get, post } from './client';
import type { NewMatch, Option, Sight } from './protocol';

export interface Account {
  name: string;
  email: string | null;
  /** Whether the address is known to be his; until then nothing goes there but the letter that asks. */
  confirmed: boolean;
  created: number;
  matches: number;
}

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

/** Something that Control may edit, as the rulebook calls it. */
export interface PositionField {
  name: string;
  title: string;
  kind: 'number' | 'yes' | 'hex' | 'hexes' | 'word';
  /** An entry for every unit; else one for each of `entries`, or one number where there are none. */
  of_units: boolean;
  entries: string[];
  words: [number, string][];
  group: string;
}

/** Everything that Control may edit. Very large numbers come as words: they are sets of hexes, which `sets` tells by name. */
export interface EditablePosition {
  version: number;
  columns: Record<string, (number | string)[]>;
  numbers: Record<string, number | string>;
  sets: Record<string, string[]>;
  names: { hexes: Record<string, number> };
  units: string[];
  fields: PositionField[];
}

/** One edit: a column, its entry (-1 for a plain number) and the new value; for a set of hexes, the hex and 1 or 0. */
export type Change = [string, number, number];

export interface SeatOptions {
  version: number;
  prompt: string;
  options: Option[];
}

/** A way for one's own seat to another device: once, and until a time. */
export interface DeviceLink {
  match: string;
  link: string;
  until: number;
}

export interface LoggedIn {
  account: Account | null;
  mail: boolean;
}

const account = (what: string, body: unknown): Promise<LoggedIn> => post<LoggedIn>(`/api/account/${what}`, body);
const match = (id: string): string => `/api/matches/${encodeURIComponent(id)}`;
const of = (seat: string): string => `seat=${encodeURIComponent(seat)}`;

export const wire = {
  now: () => get<{ now: number }>('/api/now'),
  account: () => get<LoggedIn>('/api/account'),
  register: (given: { name: string; password: string; email: string | null }) => account('register', given),
  logIn: (given: { name: string; password: string }) => account('login', given),
  logOut: (given: { everywhere: boolean }) => account('logout', given),
  changePassword: (given: { old: string; new: string }) => account('password', given),
  changeEmail: (given: { password: string; email: string | null }) => account('email', given),
  deleteAccount: (given: { password: string }) => account('delete', given),

  orders: (id: string, seat: string) => get<Orders>(`${match(id)}/orders?${of(seat)}`),
  giveOrders: (id: string, given: { seat: string; orders: Order[] }) => post<Orders>(`${match(id)}/orders`, given),
  reminders: (id: string, seat: string) => get<Reminders>(`${match(id)}/reminders?${of(seat)}`),
  setReminders: (id: string, given: { seat: string; webhook: string | null; email: string | null }) => post<Reminders>(`${match(id)}/reminders`, given),
  resign: (id: string, given: { seat: string }) => post<Sight>(`${match(id)}/resign`, given),
  flag: (id: string, given: { seat: string; against: string }) => post<Sight>(`${match(id)}/flag`, given),
  result: (id: string, given: { seat: string; version: number; winner: string; agree: boolean }) => post<Sight>(`${match(id)}/result`, given),
  substitute: (id: string, given: { seat: string; for: string; bot: string }) => post<Sight>(`${match(id)}/substitute`, given),
  reclaim: (id: string, given: { seat: string }) => post<Sight>(`${match(id)}/reclaim`, given),
  device: (id: string, seat: string) => post<DeviceLink>(`${match(id)}/device`, { seat }),
  fork: (id: string, given: { to: number; seats: Record<string, string> }) => post<NewMatch>(`${match(id)}/fork`, given),
  link: (id: string, seat: string) => post<NewMatch>(`${match(id)}/link`, { seat }),
  importGame: (given: { record: unknown; seats: Record<string, string>; mode: 'match' | 'hotseat' }) => post<NewMatch>('/api/matches/import', given),
  recordPath: (id: string) => `${match(id)}/record`,

  position: (id: string) => get<EditablePosition>(`${match(id)}/control/position`),
  options: (id: string, seat: string) => get<SeatOptions>(`${match(id)}/control/options?${of(seat)}`),
  edit: (id: string, given: { version: number; changes: Change[]; reason: string }) => post<Sight>(`${match(id)}/control/edit`, given),
  answerFor: (id: string, given: { version: number; seat: string; option: string; reason: string }) => post<Sight>(`${match(id)}/control/answer`, given),
  rewind: (id: string, given: { version: number; to: number; reason: string }) => post<Sight>(`${match(id)}/control/rewind`, given),
  pause: (id: string, given: { reason: string }) => post<Sight>(`${match(id)}/control/pause`, given),
  resume: (id: string) => post<Sight>(`${match(id)}/control/resume`, {}),
  announce: (id: string, given: { text: string; to: string[] | null }) => post<Sight>(`${match(id)}/control/announce`, given),
};
