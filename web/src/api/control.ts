// Control (the umpire) on the wire: answering for a seat, editing the position, announcements, pause, rewind.

import { type Body, get, post } from './client';
import type { Schemas } from './protocol';

/** Something that Control may edit, as the rulebook calls it. */
export type PositionField = Schemas['EditableField'];
export type EditablePosition = Schemas['EditablePosition'];
export type SeatOptions = Schemas['SeatOptions'];
/** One edit: a column, its entry (-1 for a plain number) and the new value; for a set of hexes, the hex and 1 or 0. */
export type Change = Schemas['Edit']['changes'][number];

export const controlApi = {
  position: (match: string) => get('/api/matches/{match}/control/position', { match }),
  options: (match: string, seat: string) => get('/api/matches/{match}/control/options', { match, seat }),
  edit: (match: string, given: Body<'/api/matches/{match}/control/edit'>) => post('/api/matches/{match}/control/edit', given, { match }),
  answerFor: (match: string, given: Body<'/api/matches/{match}/control/answer'>) =>
    post('/api/matches/{match}/control/answer', given, { match }),
  rewind: (match: string, given: Body<'/api/matches/{match}/control/rewind'>) =>
    post('/api/matches/{match}/control/rewind', given, { match }),
  pause: (match: string, given: Body<'/api/matches/{match}/control/pause'>) => post('/api/matches/{match}/control/pause', given, { match }),
  clock: (match: string, given: Body<'/api/matches/{match}/control/clock'>) => post('/api/matches/{match}/control/clock', given, { match }),
  resume: (match: string) => post('/api/matches/{match}/control/resume', {}, { match }),
  announce: (match: string, given: Body<'/api/matches/{match}/control/announce'>) =>
    post('/api/matches/{match}/control/announce', given, { match }),
};
