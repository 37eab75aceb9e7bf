// Filter of the log: which lines are read, by the part that each plays and by words. Headings stay where something follows.

import type { LogLine } from '../../api/protocol';

export type LogKind = 'all' | 'turn' | 'combat' | 'loss';

export const LOG_KINDS: { key: LogKind; label: string }[] = [
  { key: 'all', label: 'Everything' },
  { key: 'turn', label: 'This turn' },
  { key: 'combat', label: 'Combats' },
  { key: 'loss', label: 'Losses' },
];

/** The lines of a kind in which every word is found. */
export function filtered(lines: LogLine[], kind: LogKind, wanted: string): LogLine[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (kind === 'all' && !words.length) return lines;
  const since =
    kind === 'turn'
      ? Math.max(
          0,
          lines.findLastIndex(({ role }) => role === 'turn'),
        )
      : 0;
  const fits = kind === 'combat' ? inCombat(lines) : new Set(lines.slice(since).filter((line) => kind !== 'loss' || line.role === 'loss'));
  const found: LogLine[] = [];
  let headings: LogLine[] = [];
  for (const line of lines.slice(since)) {
    const told = fits.has(line) && words.every((word) => line.text.toLowerCase().includes(word));
    // A heading stays only where it is asked for itself, or something follows under it.
    if (isHeading(line)) headings = line.role === 'turn' ? [line] : [...headings.filter(({ role }) => role === 'turn'), line];
    if (!told || (isHeading(line) && !words.length)) continue;
    found.push(...headings.filter((heading) => heading !== line), line);
    headings = [];
  }
  return found;
}

/** From the beginning of each combat to its end. */
function inCombat(lines: readonly LogLine[]): Set<LogLine> {
  const found = new Set<LogLine>();
  let fighting = false;
  for (const line of lines) {
    if (line.role === 'combat_begins') fighting = true;
    if (fighting) found.add(line);
    if (line.role === 'combat_ends' || isHeading(line)) fighting = false;
  }
  return found;
}

function isHeading({ role }: LogLine): boolean {
  return role === 'turn' || role === 'phase';
}
