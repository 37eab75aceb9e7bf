// Rulebook store: the paragraphs and terms in use, and the one that is being read.

import { api } from '../api/client';
import { patiently } from '../api/patience';
import type { Paragraph } from '../api/protocol';
import type { PrintedTable, RulebookText, Term } from '../api/study';
import { parts } from './citations';
import { linker, type Linker } from './termLinks';

interface Reading {
  number: string;
  title: string;
  text: string;
  /** The words that cite it. */
  by: Element;
  /** It was clicked: it stays until something else is. */
  pinned: boolean;
}

class Paragraphs {
  open = $state.raw<Reading | null>(null);
  /** Everything that is printed of the rulebook at hand, once it has come. */
  book = $state.raw<RulebookText | null>(null);
  /** The rules lie open, at a paragraph, a chart ("table crt") or a ruling; one that is asked for again is a new one. */
  drawer = $state.raw<{ at: string } | null>(null);
  /** Sets the terms of the rulebook apart in a sentence. */
  link = $state.raw<Linker>(parts);
  private known = $state.raw<ReadonlyMap<string, Paragraph>>(new Map());
  private rulebook = '';

  async load(rulebook: string): Promise<void> {
    if (rulebook === this.rulebook) return;
    this.rulebook = rulebook;
    const found = await patiently(
      () => api.rulebook(rulebook),
      () => this.rulebook === rulebook,
    ).catch(() => null);
    // Another may have been asked for meanwhile; what did not come is asked for again.
    if (this.rulebook !== rulebook) return;
    if (!found) this.rulebook = '';
    this.book = found;
    this.known = new Map((found?.paragraphs ?? []).map((p) => [p.number, p]));
    this.link = linker(found?.terms ?? []);
  }

  get terms(): readonly Term[] {
    return this.book?.terms ?? [];
  }

  get tables(): readonly PrintedTable[] {
    return this.book?.tables ?? [];
  }

  /** Whether what is on the screen has a place for the drawer. */
  hasDrawer = $state(false);

  /** There is a place for the drawer, until what is returned is called. */
  offerDrawer(): () => void {
    this.hasDrawer = true;
    return () => {
      this.hasDrawer = false;
      this.putAway();
    };
  }

  /** Lay the rules open there. */
  read(at = ''): void {
    this.hide();
    this.drawer = { at };
  }

  toggle(): void {
    if (this.drawer) this.putAway();
    else this.read();
  }

  putAway(): void {
    this.drawer = null;
  }

  /** The paragraph a citation means: "8.11", "[8.11]", "AGN 5.0"; else the nearest one above it ("8.1" for "8.11"). */
  find(cited: string): Paragraph | null {
    const whole = cited.replace(/[[\]§]/g, '').trim();
    for (let number = whole; number;) {
      const found = this.known.get(number) ?? this.known.get(`${number}.0`) ?? this.known.get(number.replace(/^\D+ /, ''));
      if (found) return found;
      const cut = number.lastIndexOf('.');
      if (cut < 0) return null;
      number = number.slice(0, cut);
    }
    return null;
  }

  show(cited: string, by: Element, pinned = false): void {
    const paragraph = this.find(cited);
    this.open = paragraph ? { ...paragraph, text: paragraph.text ?? '', by, pinned } : null;
  }

  showTerm(term: Term, by: Element, pinned = false): void {
    this.open = { number: term.rule, title: term.title, text: term.text, by, pinned };
  }

  /** The pointer or the focus has left: what was clicked stays. */
  leave(): void {
    if (!this.open?.pinned) this.open = null;
  }

  /** The citing words have gone, and their card with them. */
  gone(by: Element | undefined): void {
    if (this.open?.by === by) this.open = null;
  }

  hide(): void {
    this.open = null;
  }
}

export const paragraphs = new Paragraphs();
