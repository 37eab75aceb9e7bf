// Order sheets on the wire: what stands on them, what may be written next, drafts that are kept, and the clock of a phase.

import { type Body, get, post } from './client';
import type { Schemas } from './protocol';

export type Sheet = Schemas['Sheet'];
export type SheetLine = Schemas['SheetLine'];
export type Sheets = Schemas['Sheets'];
export type SheetWay = Schemas['Way'];
export type Tasking = Schemas['Tasking'];
export type Stream = Schemas['Stream'];
/** Order sheets are being written: by whom, who has sealed, and until when. */
export type Phase = Schemas['PhaseState'];

export const sheetsApi = {
  read: (match: string, seat: string, about: string) => get('/api/matches/{match}/sheets', { match, seat, about }),
  judge: (match: string, given: Body<'/api/matches/{match}/sheets/lines'>) => post('/api/matches/{match}/sheets/lines', given, { match }),
  write: (match: string, given: Body<'/api/matches/{match}/sheets/draft'>) => post('/api/matches/{match}/sheets/draft', given, { match }),
  odds: (match: string, given: Body<'/api/matches/{match}/sheets/odds'>) => post('/api/matches/{match}/sheets/odds', given, { match }),
};
