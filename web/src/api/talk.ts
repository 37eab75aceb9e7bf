// Chat and private notes on the wire: what is said between the seats of a match, and what a seat writes down for
// itself.

import { get, matchPath, post, query } from './client';

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

export const talkApi = {
  heard: (id: string, seat: string, before = '') => get<Heard>(`${matchPath(id)}/talk?${query({ seat, before })}`),
  say: (id: string, given: { seat: string; to: string; text: string; key: string }) => post<Heard>(`${matchPath(id)}/talk`, given),
  withdraw: (id: string, given: { seat: string; id: string }) => post<Heard>(`${matchPath(id)}/talk/withdraw`, given),
  read: (id: string, given: { seat: string; id: string }) => post<Heard>(`${matchPath(id)}/talk/read`, given),
  notes: (id: string, seat: string) => get<KeptNotes>(`${matchPath(id)}/notes?${query({ seat })}`),
  keep: (id: string, given: { seat: string; text: string; version: number }) => post<KeptNotes>(`${matchPath(id)}/notes`, given),
};
