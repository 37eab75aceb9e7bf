// Seats on the wire: invitations, resigning and agreements, substitutes, standing orders, reminders.

import { type Body, get, post } from './client';
import type { Schemas } from './protocol';

/** A kind of question that standing orders may answer; the first answer is what holds where nothing is ordered. */
export type OrderQuestion = Schemas['Question'];
/** What to answer: for a unit, for whoever stands in a hex, or (both empty) for all. */
export type Order = Schemas['StandingOrder'];
export type Orders = Schemas['StandingOrders'];
export type Reminders = Schemas['ReminderState'];
export type Channel = Schemas['Trial']['channel'];
export type Invitation = Schemas['Invitation'];

export const seatApi = {
  // The secret of a link goes in the body of a request, never in its address.
  invitation: (token: string) => post('/api/invitation', { token }),
  takeInvitation: (token: string) => post('/api/invitation/take', { token }),
  device: (match: string, seat: string) => post('/api/matches/{match}/device', { seat }, { match }),
  custody: (match: string, seat: string) => get('/api/matches/{match}/custody', { match, seat }),
  putOutOthers: (match: string, seat: string) => post('/api/matches/{match}/custody', { seat }, { match }),
  link: (match: string, seat: string) => post('/api/matches/{match}/link', { seat }, { match }),

  resign: (match: string, given: Body<'/api/matches/{match}/resign'>) => post('/api/matches/{match}/resign', given, { match }),
  flag: (match: string, given: Body<'/api/matches/{match}/flag'>) => post('/api/matches/{match}/flag', given, { match }),
  result: (match: string, given: Body<'/api/matches/{match}/result'>) => post('/api/matches/{match}/result', given, { match }),
  substitute: (match: string, given: Body<'/api/matches/{match}/substitute'>) => post('/api/matches/{match}/substitute', given, { match }),
  reclaim: (match: string, given: Body<'/api/matches/{match}/reclaim'>) => post('/api/matches/{match}/reclaim', given, { match }),

  orders: (match: string, seat: string) => get('/api/matches/{match}/orders', { match, seat }),
  giveOrders: (match: string, given: Body<'/api/matches/{match}/orders'>) => post('/api/matches/{match}/orders', given, { match }),
  reminders: (match: string, seat: string) => get('/api/matches/{match}/reminders', { match, seat }),
  setReminders: (match: string, given: Body<'/api/matches/{match}/reminders'>) => post('/api/matches/{match}/reminders', given, { match }),
  testReminder: (match: string, seat: string, channel: Channel) =>
    post('/api/matches/{match}/reminders/test', { seat, channel }, { match }),
};
