// HTTP client: every answer is JSON, every refusal is a sentence with its paragraph.

import type { Accepted, BoardMap, Match, Moment, NewMatch, Paragraph, Refused, Scenario, Sight, Wanted, Why } from './protocol';
import type { Briefing, Foresight, Luck, Mark, Odds, PrintedTable, Reach, StudyLayer, Term } from './study';

/** The server said no. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: Refused,
  ) {
    super(body.error);
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {}

/** An answer about one state of the match: an older one is dropped. */
export type Versioned<T> = T & { version: number };

/** Where a match is found. */
export const matchPath = (id: string): string => `/api/matches/${encodeURIComponent(id)}`;
export const query = (given: Record<string, string | number | undefined>): string =>
  new URLSearchParams(Object.entries(given).flatMap(([k, v]) => (v === undefined ? [] : [[k, String(v)]]))).toString();

export const api = {
  now: () => get<{ now: number }>('/api/now'),
  scenarios: () => get<Scenario[]>('/api/scenarios'),
  matches: () => get<Match[]>('/api/matches'),
  match: (id: string) => get<Match>(matchPath(id)),
  importGame: (given: { record: unknown; seats: Record<string, string>; mode: 'match' | 'hotseat' }) =>
    post<NewMatch>('/api/matches/import', given),
  recordPath: (id: string) => `${matchPath(id)}/record`,
  begin: (wanted: Wanted) => post<NewMatch>('/api/matches', wanted),
  view: (id: string, seat: string) => get<Sight>(`${matchPath(id)}/view?${query({ seat })}`),
  log: (id: string, seat: string) => get<Sight['log']>(`${matchPath(id)}/log?${query({ seat })}`),
  moment: (id: string, seat: string, n: number) => get<Moment>(`${matchPath(id)}/moments/${n}?${query({ seat })}`),
  answer: (id: string, given: { seat: string; option: string; version: number; key: string }) =>
    post<Accepted>(`${matchPath(id)}/answer`, given),
  undo: (id: string, given: { seat: string; version: number }) => post<Accepted>(`${matchPath(id)}/undo`, given),
  restore: (id: string, given: { seat: string; version: number; agree?: boolean }) => post<Accepted>(`${matchPath(id)}/restore`, given),
  rewind: (id: string, given: { seat: string; to: number; version: number; agree?: boolean }) =>
    post<Accepted>(`${matchPath(id)}/rewind`, given),
  fork: (id: string, given: { to: number; seats?: Record<string, string> }) => post<NewMatch>(`${matchPath(id)}/fork`, given),
  salt: (id: string, given: { seat: string; salt: string }) => post<Accepted>(`${matchPath(id)}/salt`, given),
  sit: (id: string, seat: string) => post<NewMatch>(`${matchPath(id)}/sit`, { seat }),
  why: (id: string, given: { seat: string; verb: string; unit?: string | undefined; hex?: string | undefined }) =>
    get<Why | null>(`${matchPath(id)}/why?${query(given)}`),
  layers: (id: string, seat: string, at?: number) =>
    get<Versioned<{ layers: StudyLayer[] }>>(`${matchPath(id)}/layers?${query({ seat, at })}`),
  reach: (id: string, seat: string, option?: string) =>
    get<Versioned<{ reach: Reach | null }>>(`${matchPath(id)}/reach?${query({ seat, option })}`),
  preview: (id: string, seat: string, option: string) =>
    get<Versioned<{ preview: Foresight | null }>>(`${matchPath(id)}/preview?${query({ seat, option })}`),
  odds: (id: string, seat: string, given: { option?: string | undefined; at?: number; hex?: string } = {}) =>
    get<Versioned<{ odds: Odds | null }>>(`${matchPath(id)}/odds?${query({ seat, ...given })}`),
  luck: (id: string, seat: string) => get<Versioned<Luck>>(`${matchPath(id)}/luck?${query({ seat })}`),
  marks: (id: string, seat: string) => get<Versioned<{ marks: Mark[] }>>(`${matchPath(id)}/marks?${query({ seat })}`),
  terms: (rulebook: string) => get<Term[]>(`/api/rulebooks/${encodeURIComponent(rulebook)}/terms`),
  tables: (rulebook: string) => get<PrintedTable[]>(`/api/rulebooks/${encodeURIComponent(rulebook)}/tables`),
  briefing: (scenario: string) => get<Briefing | null>(`/api/scenarios/${encodeURIComponent(scenario)}/briefing`),
  board: (name: string) => get<BoardMap>(`/api/boards/${encodeURIComponent(name)}`),
  picture: (name: string, theme: string) => `/api/boards/${encodeURIComponent(name)}.svg?${query({ theme, numbers: 'false' })}`,
  paragraphs: (rulebook: string) => get<Paragraph[]>(`/api/rulebooks/${encodeURIComponent(rulebook)}/paragraphs`),
  live: (id: string, seat: string) => {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(`${scheme}//${location.host}${matchPath(id)}/live?${query({ seat })}`);
  },
};

/** A key by which the server knows an answer that is sent twice. */
export function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('');
}

export function get<T>(path: string): Promise<T> {
  return ask<T>(path, { headers: { Accept: 'application/json' } });
}

export function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'Content-Type': 'application/json', 'X-Sandtable': '1' };
  return ask<T>(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function ask<T>(path: string, how: RequestInit): Promise<T> {
  let reply: Response;
  try {
    reply = await fetch(path, { credentials: 'same-origin', ...how });
  } catch {
    throw new Unreachable('The server cannot be reached. Nothing has happened to the game.');
  }
  const body: unknown = await reply.json().catch(() => null);
  if (!reply.ok) throw new Refusal(reply.status, readable(body, reply.status));
  return body as T;
}

function readable(body: unknown, status: number): Refused {
  if (body && typeof body === 'object' && 'error' in body && typeof body.error === 'string') return body as Refused;
  return { error: `The server could not answer (${status}). Nothing has happened to the game.` };
}
