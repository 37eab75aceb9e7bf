// Routes: the lobby, the screen of one match, and where a link to a seat leads.

export type Route = { page: 'lobby' } | { page: 'match'; match: string; seat: string | null } | { page: 'invitation'; token: string };

export function routeOf(path: string, search: string): Route {
  const invited = /^\/join\/([\w-]+)\/?$/.exec(path);
  if (invited) return { page: 'invitation', token: invited[1]! };
  const found = /^\/match\/([^/]+)\/?$/.exec(path);
  return found ? { page: 'match', match: decodeURIComponent(found[1]!), seat: new URLSearchParams(search).get('seat') } : { page: 'lobby' };
}

export function pathOfMatch(match: string, seat?: string): string {
  return `/match/${encodeURIComponent(match)}${seat ? `?seat=${encodeURIComponent(seat)}` : ''}`;
}
