// The two pages: the lobby, and the table of one match.

export type Route = { page: 'lobby' } | { page: 'table'; match: string; seat: string | null };

export function routeOf(path: string, search: string): Route {
  const found = /^\/match\/([^/]+)\/?$/.exec(path);
  return found ? { page: 'table', match: decodeURIComponent(found[1]!), seat: new URLSearchParams(search).get('seat') } : { page: 'lobby' };
}

export function tablePath(match: string, seat?: string): string {
  return `/match/${encodeURIComponent(match)}${seat ? `?seat=${encodeURIComponent(seat)}` : ''}`;
}
