// HTTP client: what is asked for by path is typed by the server's own description of that path. Every answer is JSON, every
// refusal is a sentence with its paragraph.

import { nameSeats } from '../ui/text';
import type { Refused } from './protocol';
import type { paths } from './schema';

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

export const api = {
  now: () => get('/api/now'),
  scenarios: async () => {
    const found = await get('/api/scenarios');
    for (const { titles } of found) nameSeats(titles);
    return found;
  },
  matches: () => get('/api/matches'),
  match: (match: string) => get('/api/matches/{match}', { match }),
  importGame: (given: Body<'/api/matches/import'>) => post('/api/matches/import', given),
  recordPath: (match: string) => address('/api/matches/{match}/record', { match }),
  begin: (wanted: Body<'/api/matches'>) => post('/api/matches', wanted),
  view: (match: string, seat: string) => get('/api/matches/{match}/view', { match, seat }),
  log: (match: string, seat: string) => get('/api/matches/{match}/log', { match, seat }),
  moment: (match: string, seat: string, number: number) => get('/api/matches/{match}/moments/{number}', { match, seat, number }),
  answer: (match: string, given: Body<'/api/matches/{match}/answer'>) => post('/api/matches/{match}/answer', given, { match }),
  undo: (match: string, given: Body<'/api/matches/{match}/undo'>) => post('/api/matches/{match}/undo', given, { match }),
  restore: (match: string, given: Body<'/api/matches/{match}/restore'>) => post('/api/matches/{match}/restore', given, { match }),
  rewind: (match: string, given: Body<'/api/matches/{match}/rewind'>) => post('/api/matches/{match}/rewind', given, { match }),
  fork: (match: string, given: Body<'/api/matches/{match}/fork'>) => post('/api/matches/{match}/fork', given, { match }),
  salt: (match: string, given: Body<'/api/matches/{match}/salt'>) => post('/api/matches/{match}/salt', given, { match }),
  sit: (match: string, seat: string) => post('/api/matches/{match}/sit', { seat }, { match }),
  why: (match: string, given: Query<'/api/matches/{match}/why'>) => get('/api/matches/{match}/why', { match, ...given }),
  layers: (match: string, seat: string, at?: number) => get('/api/matches/{match}/layers', { match, seat, at }),
  reach: (match: string, seat: string, option?: string) => get('/api/matches/{match}/reach', { match, seat, option }),
  preview: (match: string, seat: string, option: string) => get('/api/matches/{match}/preview', { match, seat, option }),
  odds: (match: string, seat: string, given: Query<'/api/matches/{match}/odds'> = {}) =>
    get('/api/matches/{match}/odds', { match, seat, ...given }),
  luck: (match: string, seat: string) => get('/api/matches/{match}/luck', { match, seat }),
  marks: (match: string, seat: string) => get('/api/matches/{match}/marks', { match, seat }),
  afterword: (match: string) => get('/api/matches/{match}/afterword', { match }),
  news: () => get('/api/news'),
  rulebooks: () => get('/api/rulebooks'),
  rulebook: (name: string) => get('/api/rulebooks/{name}', { name }),
  briefing: (scenario: string) => get('/api/scenarios/{name}/briefing', { name: scenario }),
  board: (name: string) => get('/api/boards/{name}', { name }),
  picture: (name: string, theme: 'light' | 'dark') => address('/api/boards/{name}.svg', { name, theme, numbers: false, small: undefined }),
  thumbnail: (name: string, theme: 'light' | 'dark') => address('/api/boards/{name}.svg', { name, theme, numbers: undefined, small: true }),
  live: (match: string, seat: string) => {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(`${scheme}//${location.host}${filled('/api/matches/{match}/live', { match, seat })}`);
  },
};

/** A key by which the server knows an answer that is sent twice. */
export function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('');
}

type Method = 'get' | 'post';
type Paths<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type Parameters<P extends keyof paths, M extends Method> = paths[P][M] extends { parameters: infer Given } ? Given : never;
type InPath<Given> = Given extends { path: infer Names } ? Names : unknown;
type InQuery<Given> = Given extends { query?: infer Names } ? ([Names] extends [never] ? unknown : Unset<Names>) : unknown;
type Unset<Names> = { [Name in keyof Names]: Names[Name] | undefined };
type Sent<P extends keyof paths, M extends Method> = paths[P][M] extends {
  responses: { 200: { content: { 'application/json': infer Sent } } };
}
  ? Sent
  : never;

/** What may be asked behind the question mark of a path. */
export type Query<P extends Paths<'get'>> = InQuery<Parameters<P, 'get'>>;
/** What a path takes. */
export type Body<P extends Paths<'post'>> = paths[P]['post'] extends { requestBody: { content: { 'application/json': infer Taken } } }
  ? Taken
  : never;
/** The names in a path and behind its question mark; none may be left out that the server asks for. */
type Names<P extends keyof paths, M extends Method> = InPath<Parameters<P, M>> & InQuery<Parameters<P, M>>;
type Named<P extends keyof paths, M extends Method> = object extends Names<P, M> ? [given?: Names<P, M>] : [given: Names<P, M>];

export function get<P extends Paths<'get'>>(path: P, ...given: Named<P, 'get'>): Promise<Sent<P, 'get'>> {
  return ask(address(path, ...given), { headers: { Accept: 'application/json' } });
}

export function post<P extends Paths<'post'>>(path: P, body: Body<P>, ...given: Named<P, 'post'>): Promise<Sent<P, 'post'>> {
  const headers = { 'Content-Type': 'application/json', 'X-Sandtable': '1' };
  return ask(filled(path, given[0]), { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Where something is had. */
export function address<P extends Paths<'get'>>(path: P, ...given: Named<P, 'get'>): string {
  return filled(path, given[0]);
}

/** The path with its names filled in; whatever it does not name stands behind the question mark. */
function filled(path: string, given: unknown): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(given ?? {})) {
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (value !== undefined) asked.set(name, String(value));
  }
  return asked.size ? `${path}?${asked.toString()}` : path;
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
  return { error: `The server could not answer (${status}). Nothing has happened to the game.`, rule: '' };
}
