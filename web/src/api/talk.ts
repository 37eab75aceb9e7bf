// The wire of the talk: what is said at the table, and the notes of a seat.

import { get, post } from './client';

export interface Remark {
  id: string;
  seat: string;
  /** "all", or with whom it was spoken in private: "control", or the seat to which Control spoke. */
  to: string;
  /** Empty where it was withdrawn. */
  text: string;
  at: number;
  withdrawn: boolean;
  own: boolean;
}

export interface Heard {
  /** The latest last. */
  remarks: Remark[];
  /** There are earlier ones. */
  earlier: boolean;
  unread: number;
  addressees: string[];
}

export interface KeptNotes {
  text: string;
  version: number;
  changed: number | null;
}

const match = (id: string): string => `/api/matches/${encodeURIComponent(id)}`;
const of = (seat: string): string => `seat=${encodeURIComponent(seat)}`;

export const talkWire = {
  heard: (id: string, seat: string, before = '') => get<Heard>(`${match(id)}/talk?${of(seat)}&before=${encodeURIComponent(before)}`),
  say: (id: string, given: { seat: string; to: string; text: string; key: string }) => post<Heard>(`${match(id)}/talk`, given),
  withdraw: (id: string, given: { seat: string; id: string }) => post<Heard>(`${match(id)}/talk/withdraw`, given),
  read: (id: string, given: { seat: string; id: string }) => post<Heard>(`${match(id)}/talk/read`, given),
  notes: (id: string, seat: string) => get<KeptNotes>(`${match(id)}/notes?${of(seat)}`),
  keep: (id: string, given: { seat: string; text: string; version: number }) => post<KeptNotes>(`${match(id)}/notes`, given),
};
