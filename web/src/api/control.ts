// Control (the umpire) on the wire: answering for a seat, editing the position, announcements, pause, rewind.

import { get, matchPath, post, query } from './client';
import type { Accepted, Option } from './protocol';

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

export const controlApi = {
  position: (id: string) => get<EditablePosition>(`${matchPath(id)}/control/position`),
  options: (id: string, seat: string) => get<SeatOptions>(`${matchPath(id)}/control/options?${query({ seat })}`),
  edit: (id: string, given: { version: number; changes: Change[]; reason: string }) =>
    post<Accepted>(`${matchPath(id)}/control/edit`, given),
  answerFor: (id: string, given: { version: number; seat: string; option: string; reason: string }) =>
    post<Accepted>(`${matchPath(id)}/control/answer`, given),
  rewind: (id: string, given: { version: number; to: number; reason: string }) => post<Accepted>(`${matchPath(id)}/control/rewind`, given),
  pause: (id: string, given: { reason: string }) => post<Accepted>(`${matchPath(id)}/control/pause`, given),
  resume: (id: string) => post<Accepted>(`${matchPath(id)}/control/resume`, {}),
  announce: (id: string, given: { text: string; to: string[] | null }) => post<Accepted>(`${matchPath(id)}/control/announce`, given),
};
