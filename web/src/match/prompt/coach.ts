// Contextual hints (the coach): the first time that a kind of question appears, a line under the prompt says what it is
// about. It knows no game: the words are the rulebook's own, found by the paragraph that an option cites.

import type { Option } from '../../api/protocol';

export interface Lesson {
  /** By what it is remembered. */
  key: string;
  title: string;
  text: string;
  rule: string;
}

export interface Help {
  title: string;
  text: string;
  rule: string;
}

const SENTENCES = 2;

/** The lesson for a question: about the paragraph that most of its options cite and that has not been taught. */
export function lessonFor(
  rulebook: string,
  options: readonly Option[],
  taught: readonly string[],
  help: (rule: string) => Help | null,
): Lesson | null {
  for (const rule of citedMost(options)) {
    const key = `${rulebook} ${rule}`;
    if (taught.includes(key)) continue;
    const found = help(rule);
    if (found?.text) return { key, title: found.title, text: opening(found.text), rule: found.rule };
  }
  return null;
}

/** The first sentences of a text: a line, not a chapter. */
export function opening(text: string): string {
  const sentences = text.trim().match(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*(?:\s+|$)/g) ?? [text];
  return sentences.slice(0, SENTENCES).join('').trim();
}

function citedMost(options: readonly Option[]): string[] {
  const counts = new Map<string, number>();
  for (const { rule } of options) if (rule) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([rule]) => rule);
}
