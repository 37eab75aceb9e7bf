// The pages: the lobby, the table of one match, and where a link leads that leads to no seat.

export type Route = { page: 'lobby' } | { page: 'table'; match: string; seat: string | null } | { page: 'lost'; why: string | null };

export function routeOf(path: string, search: string): Route {
  if (path === '/lost') return { page: 'lost', why: new URLSearchParams(search).get('why') };
  const found = /^\/match\/([^/]+)\/?$/.exec(path);
  return found ? { page: 'table', match: decodeURIComponent(found[1]!), seat: new URLSearchParams(search).get('seat') } : { page: 'lobby' };
}

export function tablePath(match: string, seat?: string): string {
  return `/match/${encodeURIComponent(match)}${seat ? `?seat=${encodeURIComponent(seat)}` : ''}`;
}
