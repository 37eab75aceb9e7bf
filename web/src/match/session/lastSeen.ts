// Last-seen positions: how far a player has seen each match, kept in this browser, so that what happened meanwhile can
// be shown on return.

const KEY = 'sandtable.seen';
const MOST = 60;

export interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** The last answer that the seat has seen; null if it was never here. */
export function lastSeen(match: string, seat: string, shelf: Shelf = localStorage): number | null {
  return read(shelf)[`${match} ${seat}`] ?? null;
}

/** Note how far the seat has seen; the matches seen longest ago are forgotten. */
export function noteSeen(match: string, seat: string, answers: number, shelf: Shelf = localStorage): void {
  const key = `${match} ${seat}`;
  const { [key]: _, ...others } = read(shelf);
  const kept = Object.entries(others).slice(-(MOST - 1));
  try {
    shelf.setItem(KEY, JSON.stringify(Object.fromEntries([...kept, [key, answers]])));
  } catch {
    // A browser that keeps nothing shows nothing again.
  }
}

function read(shelf: Shelf): Record<string, number> {
  try {
    return JSON.parse(shelf.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}
