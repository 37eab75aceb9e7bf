// Wire types and calls of judging, under the names that the page uses.

import { address, get, post, type Body } from './client';
import type { Schemas } from './protocol';

export type FormField = Schemas['FormField'];
export type JudgingForm = Schemas['JudgingForm'];
export type JudgingForms = Schemas['JudgingForms'];
export type Weighed = Schemas['Weighed'];
export type ChancesOf = Schemas['ChancesOf'];
export type JudgementEntry = Schemas['JudgementEntry'];
export type JudgementLog = Schemas['JudgementLog'];
export type Told = Schemas['Described']['told'];

export const judgingApi = {
  forms: (rulebook: string) => get('/api/rulebooks/{name}/judging', { name: rulebook }),
  weigh: (rulebook: string, told: Told) => post('/api/rulebooks/{name}/weigh', { told }, { name: rulebook }),
  begin: (rulebook: string) => post('/api/judgements', { rulebook }),
  log: (log: string) => get('/api/judgements/{log}', { log }),
  enter: (log: string, given: Body<'/api/judgements/{log}/entries'>) => post('/api/judgements/{log}/entries', given, { log }),
  correct: (log: string, given: Body<'/api/judgements/{log}/corrections'>) => post('/api/judgements/{log}/corrections', given, { log }),
  withdraw: (log: string, given: Body<'/api/judgements/{log}/withdrawals'>) => post('/api/judgements/{log}/withdrawals', given, { log }),
  csvPath: (log: string) => address('/api/judgements/{log}/csv', { log }),
};
