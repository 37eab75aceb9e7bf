// Reports on the wire: what a side was told at the end of each turn.

import { get } from './client';
import type { Schemas } from './protocol';

export type Report = Schemas['Report'];

export const reportsApi = {
  /** As Control those of any seat. */
  read: (match: string, seat: string, of?: string) => get('/api/matches/{match}/reports', { match, seat, of }),
};
