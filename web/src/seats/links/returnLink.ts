// Dismissed recovery hints, by match: whether a guest has been told how he comes back. Once is enough.

const KEY = 'sandtable.way-back';
const MOST = 200;

export function knowsWayBack(match: string): boolean {
  return told().includes(match);
}

export function noteWayBack(match: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...told().filter((id) => id !== match), match].slice(-MOST)));
  } catch {
    // A browser that keeps nothing tells it again.
  }
}

function told(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
