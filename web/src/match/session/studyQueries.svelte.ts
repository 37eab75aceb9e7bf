// Versioned queries to the engine beyond the view: reach, previews, odds, layers, luck. Each answer belongs to one
// version of the match; what comes late is dropped.

import { api } from '../../api/client';
import { patiently } from '../../api/patience';
import type { Option } from '../../api/protocol';
import type { Afterword, Foresight, Luck, Mark, Odds, Reach, StudyLayer } from '../../api/study';
import type { Session } from './session.svelte';

const PEEK_MS = 120;
/** How long to wait before asking again for what is being written. */
const AGAIN_MS = 1500;
const NO_LUCK: Luck = { version: 0, rolls: [], luck: {} };
const NOTHING: Told = { of: '', reach: null, odds: null };

/** What was told of a position. */
interface Told {
  of: string;
  reach: Reach | null;
  odds: Odds | null;
}

export class StudyQueries {
  /** Where the force that an option would activate could go. */
  peeked = $state.raw<{ option: string; reach: Reach } | null>(null);
  layers = $state.raw<StudyLayer[]>([]);
  luck = $state.raw<Luck>(NO_LUCK);
  marks = $state.raw<Mark[]>([]);
  /** What there is to say of a match that is over: undefined until it is written, null if it cannot be. */
  afterword = $state.raw<Afterword | null | undefined>(undefined);
  private writing = 0;
  private told = $state.raw<Told>(NOTHING);
  private foreseen = new Map<string, Promise<Foresight | null>>();
  private ahead = new Map<string, Promise<Odds | null>>();
  private peeking: ReturnType<typeof setTimeout> | undefined;
  /** The option that is looked at. */
  private looked: Option | null = null;
  private layersOf = '';
  private refreshing: { of: string; done: Promise<void> } = { of: '', done: Promise.resolve() };

  constructor(private readonly session: Session) {}

  /** Where the force now moving can go; nothing until that is known of this very position. */
  get reach(): Reach | null {
    return this.isFresh ? this.told.reach : null;
  }

  /** The odds of the combat at hand; nothing until they are known of this very position. */
  get odds(): Odds | null {
    return this.isFresh ? this.told.odds : null;
  }

  /** The odds that were told last, of this position or the one before. */
  get lastOdds(): Odds | null {
    return this.told.odds;
  }

  /** What is told here belongs to the position that is seen. */
  get isFresh(): boolean {
    return this.told.of === this.position;
  }

  /** A new position: ask anew what depends on it, once. */
  refresh(): Promise<void> {
    const of = this.position;
    if (this.refreshing.of !== of) this.refreshing = { of, done: this.renew() };
    return this.refreshing.done;
  }

  /** Another seat takes the screen: nothing of what this one knew is left. */
  forget(): void {
    this.peek(null);
    this.foreseen.clear();
    this.ahead.clear();
    this.told = NOTHING;
    this.refreshing = { of: '', done: Promise.resolve() };
    this.layers = [];
    this.luck = NO_LUCK;
    this.layersOf = '';
  }

  /** What an option would bring; asked once for each position. */
  foresee(option: Option): Promise<Foresight | null> {
    const known = this.foreseen.get(option.id);
    if (known) return known;
    // An answer is under way: what can be chosen will be something else.
    if (this.session.busy) return Promise.resolve(null);
    const asked = this.ask((id, seat) => api.preview(id, seat, option.id)).then((said) =>
      said === 'late' ? null : (said?.preview ?? null),
    );
    this.foreseen.set(option.id, asked);
    return asked;
  }

  /** Show, after a moment, where the force that an option activates could go; null puts it away. */
  peek(option: Option | null): void {
    clearTimeout(this.peeking);
    this.looked = option;
    if (option && this.peeked?.option === option.id) return;
    this.peeked = null;
    if (option && !this.reach) this.peeking = setTimeout(() => void this.peekNow(option), PEEK_MS);
  }

  /** The odds of a combat at the end of a march, of the force now moving or of the one that is looked at; asked once for each position. */
  oddsThere(hex: string): Promise<Odds | null> {
    const option = this.reach ? undefined : this.peeked?.option;
    const key = `${option ?? ''} ${hex}`;
    const known = this.ahead.get(key);
    if (known) return known;
    if (this.session.busy) return Promise.resolve(null);
    const asked = this.ask((id, seat) => api.odds(id, seat, { option, hex })).then((said) =>
      said === 'late' ? null : (said?.odds ?? null),
    );
    this.ahead.set(key, asked);
    return asked;
  }

  /** The odds of a combat if an option is chosen, or as they were after an answer. */
  async oddsOf(given: { option: string } | { at: number }): Promise<Odds | null> {
    const said = await this.ask((id, seat) => api.odds(id, seat, given), 'at' in given);
    return said === 'late' ? null : (said?.odds ?? null);
  }

  /** Ask for the layers, of now or of a moment: at first always, later only while they are wanted. */
  async refreshLayers(wanted = true, at?: number): Promise<void> {
    const of = `${this.position} ${at ?? ''}`;
    if (this.layersOf === of || (!wanted && this.layersOf)) return;
    this.layersOf = of;
    const said = await this.ask((id, seat) => api.layers(id, seat, at), at !== undefined);
    if (said && said !== 'late' && this.layersOf === of) this.layers = said.layers;
  }

  /** What the layers tell of a hex: who controls it. */
  toldOf(hex: string): string[] {
    return this.layers.filter(({ describes, hexes }) => describes && hexes.includes(hex)).map(({ title }) => title);
  }

  /** Where the force that an option activates could go. */
  async reachOf(option: Option): Promise<Reach | null> {
    const said = await this.ask((id, seat) => api.reach(id, seat, option.id));
    return said === 'late' ? null : (said?.reach ?? null);
  }

  async refreshLuck(): Promise<void> {
    const said = await this.ask((id, seat) => api.luck(id, seat), true);
    if (said && said !== 'late') this.luck = said;
  }

  async refreshMarks(): Promise<void> {
    const said = await this.ask((id, seat) => api.marks(id, seat), true);
    if (said && said !== 'late') this.marks = said.marks;
  }

  /** Ask for the afterword until it is there; a match that goes on again has none. */
  async lookBack(): Promise<void> {
    const { id, sight } = this.session;
    const version = sight?.version ?? 0;
    if (this.writing === version) return;
    this.writing = version;
    this.afterword = undefined;
    for (;;) {
      const said = await api.afterword(id).catch(() => null);
      if (this.session.id !== id || this.writing !== version) return;
      if (!said || said.ready) {
        this.afterword = said?.afterword ?? null;
        return;
      }
      await new Promise((after) => setTimeout(after, AGAIN_MS));
    }
  }

  private async peekNow(option: Option): Promise<void> {
    if (this.session.busy) return;
    const said = await this.ask((id, seat) => api.reach(id, seat, option.id));
    if (said !== 'late' && this.looked === option) this.peeked = said?.reach ? { option: option.id, reach: said.reach } : null;
  }

  private async renew(): Promise<void> {
    const { session, position } = this;
    this.foreseen.clear();
    this.ahead.clear();
    this.peeked = null;
    const fighting = Boolean(session.view?.position.combat);
    const [reach, odds] = await Promise.all([
      session.asked ? this.ask((id, seat) => api.reach(id, seat)) : null,
      session.asked || fighting ? this.ask((id, seat) => api.odds(id, seat)) : null,
    ]);
    if (reach !== 'late' && odds !== 'late' && this.position === position)
      this.told = { of: position, reach: reach?.reach ?? null, odds: odds?.odds ?? null };
  }

  /** Which position this is about. */
  private get position(): string {
    return `${this.session.seat} ${this.session.sight?.version ?? ''}`;
  }

  /** Ask about the position as it is now; "late" when it has changed meanwhile and that matters. */
  private async ask<T extends { version: number }>(
    question: (id: string, seat: string) => Promise<T>,
    anyVersion = false,
  ): Promise<T | null | 'late'> {
    const { session } = this;
    const { seat } = session;
    const version = session.sight?.version;
    const matters = (): boolean => session.seat === seat && (anyVersion || session.sight?.version === version);
    const said = await patiently(() => question(session.id, seat), matters).catch(() => null);
    return matters() && (anyVersion || !said || said.version === version) ? said : 'late';
  }
}
