// Citations inside sentences: "Combat in 1410 [8.11]." becomes words, a paragraph, words.

export interface Piece {
  text: string;
  rule: string;
}

const CITED = /\[([A-Z]{0,6} ?\d+(?:\.\d+)*[a-z]?)\]/g;

export function parts(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(CITED)) {
    if (match.index > from) found.push({ text: text.slice(from, match.index), rule: '' });
    found.push({ text: '', rule: match[1]! });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), rule: '' });
  // A sentence that opens with its paragraph reads better with it at the end.
  if (found.length > 1 && found[0]!.rule) found.push({ text: ' ', rule: '' }, found.shift()!);
  return found.map((piece, i) => (i === 0 ? { ...piece, text: piece.text.trimStart() } : piece));
}

/** The hexes that a sentence speaks of, as far as the board has them. */
export function hexesIn(text: string, has: (id: string) => boolean): string[] {
  return [...new Set(text.match(/\b\d{4}\b/g) ?? [])].filter(has);
}
