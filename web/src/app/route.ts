// Routes: the lobby, the wall of a room, the screen of one match, where a link to a seat leads, rulebooks, judging, and games to watch.
// The server knows the same addresses (server/http/addresses.py), and answers with 404 at any other.

export type Route =
  | { page: 'lobby' }
  | { page: 'match'; match: string; seat: string | null }
  | { page: 'invitation'; token: string }
  | { page: 'rules'; rulebook: string | null }
  | { page: 'judge'; rulebook: string | null; log: string | null }
  | { page: 'watch' }
  | { page: 'wall'; match: string }
  | { page: 'nowhere' };

type Named = (found: string[], search: string) => Route;

const ROUTES: [RegExp, Named][] = [
  [/^\/$/, () => ({ page: 'lobby' })],
  [/^\/match\/([^/]+)\/?$/, ([match], search) => ({ page: 'match', match: match!, seat: new URLSearchParams(search).get('seat') })],
  [/^\/join\/([\w-]+)\/?$/, ([token]) => ({ page: 'invitation', token: token! })],
  [/^\/rules(?:\/([^/]+))?\/?$/, ([rulebook]) => ({ page: 'rules', rulebook: rulebook ?? null })],
  [/^\/judge(?:\/([^/]+))?(?:\/([\w-]+))?\/?$/, ([rulebook, log]) => ({ page: 'judge', rulebook: rulebook ?? null, log: log ?? null })],
  [/^\/watch\/?$/, () => ({ page: 'watch' })],
  [/^\/wall\/([^/]+)\/?$/, ([match]) => ({ page: 'wall', match: match! })],
];

export function routeOf(path: string, search: string): Route {
  for (const [pattern, named] of ROUTES) {
    const found = pattern.exec(path);
    if (!found) continue;
    try {
      return named(
        found.slice(1).map((name) => name && decodeURIComponent(name)),
        search,
      );
    } catch {
      // An address with a percent sign that stands for nothing.
      break;
    }
  }
  return { page: 'nowhere' };
}

export function pathOfMatch(match: string, seat?: string): string {
  return `/match/${encodeURIComponent(match)}${seat ? `?seat=${encodeURIComponent(seat)}` : ''}`;
}

/** The public map of a match for a projector. */
export function pathOfWall(match: string): string {
  return `/wall/${encodeURIComponent(match)}`;
}

/** A rulebook, opened where a paragraph, a chart or a ruling stands. */
export function pathOfRules(rulebook: string, at = ''): string {
  return `/rules/${encodeURIComponent(rulebook)}${at ? `#${encodeURIComponent(at)}` : ''}`;
}
