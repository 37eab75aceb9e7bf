// The paragraphs of the rulebook in use, and the one that is being read.

import { api } from '../api';
import type { Paragraph } from '../protocol';

class Paragraphs {
  open = $state.raw<{ paragraph: Paragraph; at: DOMRect } | null>(null);
  private known = $state.raw<ReadonlyMap<string, Paragraph>>(new Map());
  private rulebook = '';

  async load(rulebook: string): Promise<void> {
    if (rulebook === this.rulebook) return;
    this.rulebook = rulebook;
    const listed = await api.paragraphs(rulebook).catch(() => []);
    this.known = new Map(listed.map((p) => [p.number, p]));
  }

  /** The paragraph a citation means: "8.11", "[8.11]", "AGN 5.0"; else the nearest one above it ("8.1" for "8.11"). */
  find(cited: string): Paragraph | null {
    const whole = cited.replace(/[[\]§]/g, '').trim();
    for (let number = whole; number; ) {
      const found = this.known.get(number) ?? this.known.get(`${number}.0`) ?? this.known.get(number.replace(/^\D+ /, ''));
      if (found) return found;
      const cut = number.lastIndexOf('.');
      if (cut < 0) return null;
      number = number.slice(0, cut);
    }
    return null;
  }

  show(cited: string, at: DOMRect): void {
    const paragraph = this.find(cited);
    this.open = paragraph ? { paragraph, at } : null;
  }

  hide(): void {
    this.open = null;
  }
}

export const paragraphs = new Paragraphs();
