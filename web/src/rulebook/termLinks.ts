// Glossary terms inside sentences: each is set apart once, so that it can be explained where it stands.

import type { Term } from '../api/study';
import { parts, type Piece } from './citations';

export interface TermPiece extends Piece {
  term?: Term;
}

/** Sets terms apart in a sentence. */
export type Linker = (text: string) => TermPiece[];

/** A linker for a rulebook's terms: longer names win over shorter ones; abbreviations only as they are written. */
export function linker(terms: readonly Term[]): Linker {
  const names = new Map<string, Term>();
  for (const term of terms) for (const name of [term.term, ...term.aliases]) if (name) names.set(keyOf(name), term);
  const written = [...new Set(terms.flatMap((t) => [t.term, ...t.aliases]).filter(Boolean))].sort((a, b) => b.length - a.length);
  if (!written.length) return parts;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${written.map(spelled).join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return (text) => {
    const told = new Set<Term>();
    return parts(text).flatMap((piece) => (piece.rule ? [piece] : inside(piece.text, pattern, names, told)));
  };
}

function inside(text: string, pattern: RegExp, names: ReadonlyMap<string, Term>, told: Set<Term>): TermPiece[] {
  const found: TermPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const term = names.get(match[0]) ?? names.get(wordsOf(match[0]));
    // Once in a sentence is enough: more links would be noise.
    if (!term || told.has(term)) continue;
    told.add(term);
    if (match.index > from) found.push({ text: text.slice(from, match.index), rule: '' });
    found.push({ text: match[0], rule: '', term });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), rule: '' });
  return found;
}

/** "SP" and "ZOI" are terms only in capitals; words are terms in any. */
function keyOf(name: string): string {
  return name === name.toUpperCase() ? name : wordsOf(name);
}

function wordsOf(name: string): string {
  return name.toLowerCase().replaceAll('-', ' ');
}

function spelled(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/[ -]/g, '[ -]');
}
