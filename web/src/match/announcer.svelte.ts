// Live regions for screen readers: the place under the cursor, always the newest; and the news, one after another.

const KEPT = 6;

export class Announcer {
  /** Under the cursor, or chosen and waiting: only the newest matters. */
  here = $state('');
  /** Prompts and results in their order: each is read out once. */
  news = $state.raw<{ id: number; text: string }[]>([]);
  private count = 0;

  tell(text: string): void {
    const words = plainWords(text);
    if (words && words !== this.news.at(-1)?.text) this.news = [...this.news, { id: ++this.count, text: words }].slice(-KEPT);
  }
}

/** A sentence without its citations: paragraphs can be read where they stand. */
export function plainWords(text: string): string {
  return text.replace(/\s*\[[^\]]*\]/g, '').trim();
}
