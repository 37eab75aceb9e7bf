// Search in a rulebook: every word must be found, in number, title or text; what is called so comes before what mentions it.

export interface Searched {
  number: string;
  title: string;
  text: string;
}

export interface Piece {
  text: string;
  hit: boolean;
}

/** The words that are looked for. */
export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Those in which every word is found, the nearest first; all of them, as they stand, where nothing is looked for. */
export function search<T>(entries: readonly T[], query: string, read: (entry: T) => Searched): T[] {
  const words = wordsOf(query);
  if (!words.length) return [...entries];
  const whole = words.join(' ');
  return entries
    .map((entry, i) => ({ entry, i, rank: rankOf(read(entry), words, whole) }))
    .filter(({ rank }) => rank < NONE)
    .sort((a, b) => a.rank - b.rank || a.i - b.i)
    .map(({ entry }) => entry);
}

const NONE = 5;

function rankOf({ number, title, text }: Searched, words: readonly string[], whole: string): number {
  const [n, t] = [number.toLowerCase(), title.toLowerCase()];
  const all = `${n} ${t} ${text.toLowerCase()}`;
  if (!words.every((word) => all.includes(word))) return NONE;
  if (n === whole || n === `${whole}.0`) return 0;
  if (n.startsWith(`${whole}.`)) return 1;
  if (t.startsWith(whole)) return 2;
  return words.every((word) => t.includes(word) || n.includes(word)) ? 3 : 4;
}

/** A text with the words that are looked for set apart. */
export function marked(text: string, query: string): Piece[] {
  const words = wordsOf(query);
  if (!words.length) return [{ text, hit: false }];
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})`, 'gi');
  return text
    .split(pattern)
    .map((piece, i) => ({ text: piece, hit: i % 2 === 1 }))
    .filter((piece) => piece.text);
}
