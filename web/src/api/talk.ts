// Chat and private notes on the wire: what is said between the seats of a match, and what a seat writes down for
// itself.

import { type Body, get, post } from './client';
import type { Schemas } from './protocol';

export type Remark = Schemas['RemarkMade'];
export type Heard = Schemas['Talk'];
export type KeptNotes = Schemas['KeptNotes'];

export const talkApi = {
  heard: (match: string, seat: string, before = '') => get('/api/matches/{match}/talk', { match, seat, before }),
  say: (match: string, given: Body<'/api/matches/{match}/talk'>) => post('/api/matches/{match}/talk', given, { match }),
  withdraw: (match: string, given: Body<'/api/matches/{match}/talk/withdraw'>) =>
    post('/api/matches/{match}/talk/withdraw', given, { match }),
  read: (match: string, given: Body<'/api/matches/{match}/talk/read'>) => post('/api/matches/{match}/talk/read', given, { match }),
  notes: (match: string, seat: string) => get('/api/matches/{match}/notes', { match, seat }),
  keep: (match: string, given: Body<'/api/matches/{match}/notes'>) => post('/api/matches/{match}/notes', given, { match }),
};
