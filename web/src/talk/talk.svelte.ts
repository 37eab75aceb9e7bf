// Store of the chat of a match, as one seat hears it; and what this browser would rather not hear.

import { freshKey } from '../api/client';
import { talkApi, type Heard, type Remark } from '../api/talk';
import { CONTROL } from '../seats/seats';
import { sentence, titled } from '../ui/text';

export const ALL = 'all';
/** The seats of one's own side; Control names the side behind it. */
export const SIDE = 'side';
const MUTED = 'sandtable.muted';

export class MatchTalk {
  remarks = $state.raw<Remark[]>([]);
  earlier = $state(false);
  unread = $state(0);
  addressees = $state.raw<string[]>([]);
  to = $state(ALL);
  draft = $state('');
  failed = $state('');
  busy = $state(false);
  /** What other players say is neither shown nor counted; Control is always heard. */
  muted = $state(false);
  /** Spectators of a match that is not listed hear nothing. */
  closed = $state(false);
  private seat = '';
  /** Words that did not get through: said again they are the same remark. */
  private unsaid: { text: string; key: string } | null = null;
  /** How often was asked what has been said, and which of the replies was the last to be taken in. */
  private asked = 0;
  private taken = 0;

  constructor(
    private readonly match: string,
    /** Read out to those who listen. */
    private readonly tell: (words: string) => void,
  ) {
    this.muted = mutedMatches().includes(match);
  }

  get shown(): Remark[] {
    return this.muted ? this.remarks.filter(isHeardMuted) : this.remarks;
  }

  get hidden(): number {
    return this.remarks.length - this.shown.length;
  }

  /** How many remarks wait to be read. */
  get waiting(): number {
    if (!this.muted || !this.unread) return this.unread;
    return this.remarks
      .filter((r) => !r.own && !r.withdrawn)
      .slice(-this.unread)
      .filter(isHeardMuted).length;
  }

  /** Hear what is new; another seat at this screen hears with its own ears. */
  async follow(seat: string): Promise<void> {
    const first = seat !== this.seat;
    if (first) this.forget(seat);
    try {
      const heard = await this.hear(talkApi.heard(this.match, seat));
      if (!heard) return;
      this.closed = false;
      const known = new Set(this.remarks.map(({ id }) => id));
      const fresh = heard.remarks.filter((r) => !known.has(r.id) && !r.own && !r.withdrawn);
      this.take(heard);
      if (!first)
        for (const remark of fresh.filter((r) => !this.muted || isHeardMuted(r))) this.tell(`${titled(remark.seat)} says: ${remark.text}`);
    } catch {
      if (first) this.closed = true;
    }
  }

  async say(): Promise<void> {
    const { draft, seat, to } = this;
    const text = draft.trim();
    if (!text) return;
    const key = this.unsaid?.text === text ? this.unsaid.key : freshKey();
    // The line is free for what is said next; words that do not get through come back to it.
    this.draft = '';
    this.unsaid = null;
    await this.during(async () => {
      try {
        this.take(await this.hear(talkApi.say(this.match, { seat, to, text, key })));
      } catch (why) {
        if (seat === this.seat) {
          this.unsaid = { text, key };
          this.draft = this.draft ? `${draft}\n${this.draft}` : draft;
        }
        throw why;
      }
    });
  }

  async withdraw(id: string): Promise<void> {
    await this.during(async () => this.take(await this.hear(talkApi.withdraw(this.match, { seat: this.seat, id }))));
  }

  /** Everything that is there has been seen. */
  async read(): Promise<void> {
    const last = this.remarks.at(-1);
    if (!last || !this.unread || !this.addressees.length) return;
    this.unread = 0;
    await talkApi.read(this.match, { seat: this.seat, id: last.id }).catch(() => undefined);
  }

  async older(): Promise<void> {
    const first = this.remarks[0];
    const { seat } = this;
    if (!first || this.busy) return;
    await this.during(async () => {
      const { remarks, earlier } = await talkApi.heard(this.match, seat, first.id);
      if (seat !== this.seat) return;
      this.remarks = [...remarks, ...this.remarks];
      this.earlier = earlier;
    });
  }

  mute(muted: boolean): void {
    this.muted = muted;
    const others = mutedMatches().filter((id) => id !== this.match);
    try {
      localStorage.setItem(MUTED, JSON.stringify((muted ? [...others, this.match] : others).slice(-200)));
    } catch {
      // A browser that keeps nothing is mute until it is closed.
    }
  }

  private forget(seat: string): void {
    this.seat = seat;
    this.remarks = [];
    this.addressees = [];
    this.earlier = false;
    this.unread = 0;
    this.to = ALL;
    this.draft = '';
    this.unsaid = null;
    this.failed = '';
  }

  /** What was asked for: null where another seat sits here by now, or a later question has been answered before. */
  private async hear(asking: Promise<Heard>): Promise<Heard | null> {
    const { seat } = this;
    const number = ++this.asked;
    const heard = await asking;
    if (seat !== this.seat || number < this.taken) return null;
    this.taken = number;
    return heard;
  }

  /** The latest remarks, behind those from before that were asked for. */
  private take(heard: Heard | null): void {
    if (!heard) return;
    const from = heard.remarks[0]?.id;
    const before = from === undefined ? -1 : this.remarks.findIndex(({ id }) => id === from);
    this.remarks = before > 0 ? [...this.remarks.slice(0, before), ...heard.remarks] : heard.remarks;
    if (before <= 0) this.earlier = heard.earlier;
    this.unread = heard.unread;
    this.addressees = heard.addressees;
    if (!heard.addressees.includes(this.to)) this.to = ALL;
  }

  private async during(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.failed = '';
    try {
      await work();
    } catch (why) {
      this.failed = why instanceof Error ? sentence(why.message) : 'That could not be sent.';
    } finally {
      this.busy = false;
    }
  }
}

/** To whom a remark would go, as it is chosen. */
export function addresseeWords(to: string): string {
  if (to === ALL) return 'All';
  if (to === SIDE) return 'Your side';
  if (to.startsWith(`${SIDE}:`)) return `The seats of ${titled(to.slice(SIDE.length + 1))}`;
  return `${titled(to)}, in private`;
}

/** Whom a remark was for, where not for all. */
export function privately({ seat, to }: Pick<Remark, 'seat' | 'to'>): string {
  if (to === SIDE) return `${titled(seat)} to ${seat === CONTROL ? 'one' : 'its'} side`;
  return to === ALL ? '' : `${titled(seat)} to ${titled(to)} in private`;
}

function isHeardMuted({ own, seat }: Remark): boolean {
  return own || seat === CONTROL;
}

function mutedMatches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(MUTED) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
