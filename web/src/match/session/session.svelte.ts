// Match session: what the server last said, what was chosen, and the way back to the server when it is lost.

import { api, freshKey, Refusal, Unreachable } from '../../api/client';
import { LiveSocket } from '../../api/live';
import type { Accepted, BoardMap, LogLine, Match, Option, PublicState, Scenario, Sight, Target, View } from '../../api/protocol';
import type { Narrowed } from '../../board/targets';
import { CONTROL, sideOf } from '../../seats/seats';
import { sentence, titled } from '../../ui/text';
import { holds, keptQuestion, merged, moves, newLines, rollIn, type Move, type Roll } from '../log/changes';
import { blows, type Blow } from '../befallen';
import { addSalt } from './diceSalt';
import { lastSeen, noteSeen } from './lastSeen';
import { questions } from './whyNot';

// So long after the server has stored a change its socket may be silent before the page looks for itself.
const LATE_MS = 1000;

/** A choice as it goes to the server; its key makes sure that it counts once, however often it is sent. */
interface Sending {
  seat: string;
  option: string;
  version: number;
  key: string;
}

/** What a seat has asked of the server: in flight until it is refused, or what came of it is in sight. */
interface Request {
  seat: string;
  /** What the seat saw when it asked. */
  made: Sight;
  sending: Sending | null;
}

export interface Note {
  text: string;
  rule: string;
  kind: 'why' | 'error' | 'info';
}

export class Session {
  sight = $state.raw<Sight | null>(null);
  match = $state.raw<Match | null>(null);
  /** Who sits where, clocks, pause, proposal: they change without a new position, too. */
  people = $state.raw<PublicState>({});
  board = $state.raw<BoardMap | null>(null);
  scenario = $state.raw<Scenario | null>(null);
  log = $state.raw<LogLine[]>([]);
  seat = $state('');
  connected = $state(true);
  note = $state.raw<Note | null>(null);
  rolls = $state.raw<Roll[]>([]);
  /** The lines that came with the newest sight. */
  fresh = $state.raw<LogLine[]>([]);
  trails = $state.raw<Move[]>([]);
  /** What has befallen the seat's own units since it last acted. */
  blows = $state.raw<Blow[]>([]);
  /** The answer after which others have acted, to be shown again on demand. */
  awaySince = $state<number | null>(null);
  /** The player comes back, and others have acted meanwhile. */
  returned = $state(false);
  visible = $state(!document.hidden);
  /** Goes up whenever something new has been said at the table. */
  words = $state(0);
  /** Goes up whenever an order sheet has changed that the seat may read. */
  sheetsWritten = $state(0);
  failed = $state('');

  private waitedFrom = $state<number | null>(null);
  private unsent = $state.raw<Sending | null>(null);
  private requests = $state.raw<readonly Request[]>([]);
  /** The line has brought its first message. */
  private listens = false;
  private filling = false;
  /** Whoever waits for a newer version. */
  private readonly waiting = new Set<() => void>();
  private noteTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly live = new LiveSocket(() => api.live(this.id, this.seat), {
    open: () => {
      this.listens = false;
      this.connected = true;
      if (this.unsent && !this.requests.some(({ sending }) => sending === this.unsent)) void this.send(this.unsent);
    },
    sight: (sight) => {
      // From the first message on the server tells of every new word; what was said before it is asked for.
      if (!this.listens) this.words++;
      this.listens = true;
      this.take(sight);
    },
    talk: () => this.words++,
    sheets: () => this.sheetsWritten++,
    cut: () => (this.connected = false),
    over: (why) => (this.failed = sentence(why)),
  });

  constructor(
    readonly id: string,
    private readonly wantedSeat: string | null,
  ) {}

  /** Something was chosen and has not arrived yet: it is sent as soon as the line is back. */
  get keeps(): boolean {
    return this.unsent !== null;
  }

  /** What this seat has asked of the server is in flight. Its outcome often comes by the socket before the reply does. */
  get busy(): boolean {
    const { seat, sight } = this;
    return sight !== null && this.requests.some((one) => one.seat === seat && holds(one.made, sight, seat));
  }

  get view(): View | null {
    return this.sight?.view ?? null;
  }

  /** Whether this very option can be chosen now; one of an earlier question cannot, even if it has the same name. */
  offers(option: Option): boolean {
    return !this.busy && (this.view?.options.includes(option) ?? false);
  }

  /** Whether this player must act; not while a bot stands in. */
  get asked(): boolean {
    return (this.view?.asked.includes(this.seat) ?? false) && !this.people.seats?.[this.seat]?.substitute;
  }

  /** Another seat at this screen that must act now: in a hot-seat match the screen is handed over. */
  get handOver(): string | null {
    if (!this.view || this.asked || this.view.over || this.seat === CONTROL) return null;
    return this.view.asked.find((seat) => this.match?.mine.includes(seat) && !this.people.seats?.[seat]?.substitute) ?? null;
  }

  /** Since when, in seconds since 1970, the seat that must act has been asked: as told, or as seen from here. */
  get waitingSince(): number | null {
    return this.waitedFrom;
  }

  async open(): Promise<void> {
    try {
      this.match = await api.match(this.id);
      if (this.match.unplayable) {
        this.failed = sentence(this.match.unplayable);
        return;
      }
      const scenarios = await api.scenarios();
      this.scenario = scenarios.find((s) => s.scenario === this.match?.scenario) ?? null;
      this.seat = this.firstSeat(this.match);
      this.match = await addSalt(this.match, this.seat);
      const [board, sight] = await Promise.all([api.board(this.scenario?.board ?? this.match.scenario), api.view(this.id, this.seat)]);
      this.board = board;
      this.take(sight, this.seat, true);
      if ((sight.log_lines ?? 0) > sight.log.length) await this.readLog();
      void this.tellAbsence();
      this.live.connect();
    } catch (why) {
      this.failed = why instanceof Error ? sentence(why.message) : 'The match cannot be opened.';
    }
  }

  async sit(seat: string): Promise<void> {
    // Nothing that is still to come for the seat before may be seen by this one.
    this.live.hangUp();
    this.seat = seat;
    this.sight = null;
    this.waiting.forEach((look) => look());
    this.log = [];
    this.trails = [];
    this.blows = [];
    try {
      if (this.match) this.match = await addSalt(this.match, seat);
      const sight = await api.view(this.id, seat);
      if (this.seat !== seat) return;
      this.take(sight);
      await this.readLog();
      if (this.seat !== seat) return;
      void this.tellAbsence();
    } catch (why) {
      if (this.seat !== seat) return;
      this.complain(why);
    }
    this.live.connect();
  }

  async answer(option: Option): Promise<void> {
    if (!this.sight || !this.offers(option)) return;
    this.unsent = { seat: this.seat, option: option.id, version: this.sight.version, key: freshKey() };
    await this.send(this.unsent);
  }

  async undo(): Promise<void> {
    if (!this.sight || this.busy) return;
    if (!this.sight.undoable) {
      const why = this.sight.answers
        ? 'Nothing can be taken back: a roll, a reveal or another side’s turn lies between.'
        : 'Nothing has been chosen yet, so there is nothing to take back.';
      this.say({ text: why, rule: '', kind: 'info' });
      return;
    }
    const { version } = this.sight;
    await this.during(() => api.undo(this.id, { seat: this.seat, version }));
  }

  async rewind(to: number, agree = true): Promise<void> {
    if (!this.sight) return;
    const { version } = this.sight;
    await this.during(() => api.rewind(this.id, { seat: this.seat, to, version, agree }));
  }

  /** Put the answers back that were set aside last, or decline to. */
  async restore(agree = true): Promise<void> {
    if (!this.sight) return;
    const { version } = this.sight;
    await this.during(() => api.restore(this.id, { seat: this.seat, version, agree }));
  }

  /** Ask for something in a dialog, and see what came of it; a refusal is the sentence that comes back, else it is empty. */
  async request(asking: () => Promise<Accepted>): Promise<string> {
    const { seat } = this;
    try {
      await this.shown((await asking()).version, seat);
      return '';
    } catch (why) {
      if (why instanceof Refusal) void this.lookAgain(seat);
      return why instanceof Error ? sentence(why.message) : 'That did not work; nothing has happened to the game.';
    }
  }

  async fork(to: number): Promise<string | null> {
    try {
      return (await api.fork(this.id, { to })).match;
    } catch (why) {
      this.complain(why);
      return null;
    }
  }

  /** Why may this not be chosen? The rulebook is asked until it gives a reason. */
  async why(target: Target, narrowed: Narrowed): Promise<void> {
    const { view } = this;
    if (!view || view.over || this.busy) return;
    if (this.people.paused) {
      this.say({ text: 'Control has stopped the match: nothing can be chosen until it goes on.', rule: '', kind: 'why' });
      return;
    }
    if (!this.asked) {
      this.say({ text: `It is not your turn: ${view.asked.map(titled).join(' and ')} must act.`, rule: '', kind: 'why' });
      return;
    }
    for (const question of questions(view.options, narrowed, target, view.position.counters, sideOf(view))) {
      const said = await api.why(this.id, { seat: this.seat, ...question }).catch(() => null);
      // The question has gone meanwhile, and with it the reason.
      if (this.view?.options !== view.options || this.busy) return;
      if (said?.reason) {
        this.say({ text: sentence(said.reason), rule: said.rule, kind: 'why' });
        return;
      }
    }
    this.say({ text: 'Only what is lit can be chosen now.', rule: view.options[0]?.rule ?? '', kind: 'why' });
  }

  /** The page has come into sight, or gone out of it. */
  look(visible: boolean): void {
    this.visible = visible;
    if (visible && this.sight) noteSeen(this.id, this.seat, this.sight.answers ?? 0);
  }

  forgetBlows(): void {
    this.blows = [];
  }

  say(note: Note | null): void {
    this.note = note;
    this.hold(false);
  }

  /** A note goes by itself after a while, but not while somebody is at it. */
  hold(held: boolean): void {
    clearTimeout(this.noteTimer);
    const { note } = this;
    if (note && !held) this.noteTimer = setTimeout(() => (this.note = null), 4000 + note.text.length * 45);
  }

  close(): void {
    this.live.close();
  }

  // ---- inside

  private firstSeat(match: Match): string {
    // An address that somebody else has copied names his seat: whoever opens it watches.
    const { wantedSeat: wanted } = this;
    if (wanted) return match.over || match.mine.includes(wanted) ? wanted : 'spectator';
    const waiting = match.mine.find((seat) => match.seats[seat]?.waiting_since);
    return waiting ?? match.mine[0] ?? 'spectator';
  }

  /** Take in what a seat is shown; what comes late, or for another seat than the one that sits here now, is dropped. */
  private take(sight: Sight, seat = this.seat, first = false): void {
    const before = this.sight;
    if (seat !== this.seat || (before && sight.version < before.version)) return;
    this.people = {
      seats: sight.seats ?? {},
      clock: sight.clock ?? null,
      paused: sight.paused ?? null,
      control: sight.control ?? 'none',
      proposal: sight.proposal ?? null,
      aside: sight.aside ?? null,
      phase: sight.phase ?? null,
    };
    if (before && sight.version === before.version && !first) {
      this.log = merged(this.log, sight);
      return;
    }
    const lines = newLines(before, sight);
    const wasWaiting = before !== null && !before.view.asked.includes(this.seat);
    // Before and after its end a game has another log: all of it is open then.
    this.log = merged(before && before.view.over !== sight.view.over ? [] : this.log, sight);
    this.sight = before ? keptQuestion(before, sight, seat) : sight;
    this.waiting.forEach((look) => look());
    // Why something was not possible is of no use when something else is asked.
    if (this.note?.kind === 'why' && this.sight?.view.options !== before?.view.options) this.note = null;
    if (this.requests.some((one) => one.sending === this.unsent && !holds(one.made, sight, seat))) this.unsent = null;
    if (before) this.fillGap();
    this.fresh = lines;
    if (!before) this.waitedFrom = this.match?.seats[sight.view.asked[0] ?? '']?.waiting_since ?? Date.now() / 1000;
    else if (before.view.asked.join() !== sight.view.asked.join()) this.waitedFrom = Date.now() / 1000;
    const fresh = lines.flatMap((line) => rollIn(line) ?? []);
    if (fresh.length) this.rolls = fresh.slice(-6);
    if (!before) this.comeBack(sight);
    if (this.visible) noteSeen(this.id, this.seat, sight.answers ?? 0);
    else if (before) this.returned = true;
    if (!before) return;
    this.tellBlows(before, sight, lines, wasWaiting);
    const moved = moves(before.view.position.counters, sight.view.position.counters, lines);
    if (wasWaiting) {
      this.awaySince ??= before.answers ?? null;
      this.trails = [...this.trails, ...moved];
    } else if (sight.answers !== before.answers) {
      this.awaySince = null;
      this.trails = [];
    }
    if (sight.proposal || before.proposal) void this.reload();
  }

  /** What has come upon the seat's own units: of its own fights it knows, of everything else it is told. */
  private tellBlows(before: Sight, now: Sight, lines: readonly LogLine[], wasWaiting: boolean): void {
    if (now.answers === before.answers) return;
    const fought = !wasWaiting && lines.some(({ role }) => role === 'combat_ends');
    const look = this.scenario?.appearance.marks ?? [];
    const { counters } = before.view.position;
    const found = fought ? [] : blows(counters, now.view.position.counters, lines, sideOf(now.view), look, wasWaiting);
    this.blows = wasWaiting ? [...this.blows, ...found] : found;
  }

  /** On the first look: has anything happened since the seat was last here? */
  private comeBack(sight: Sight): void {
    const seen = lastSeen(this.id, this.seat);
    if (seen === null || seen >= (sight.answers ?? 0)) return;
    this.awaySince = seen;
    this.returned = true;
  }

  /** What has befallen the seat's units since it was last here, by the position that it saw then. */
  private async tellAbsence(): Promise<void> {
    const { seat, awaySince: seen, sight } = this;
    if (seen === null || !sight) return;
    const then = await api.moment(this.id, seat, seen).catch(() => null);
    // Somebody else has sat down, or has acted already.
    if (!then || this.seat !== seat || this.awaySince !== seen) return;
    const lines = this.log.filter(({ answer }) => answer > seen && answer <= (sight.answers ?? 0));
    const look = this.scenario?.appearance.marks ?? [];
    const found = blows(then.view.position.counters, sight.view.position.counters, lines, sideOf(sight.view), look);
    this.blows = [...found, ...this.blows];
  }

  /** The whole log of this seat; a sight carries only its end. */
  private async readLog(): Promise<void> {
    const { seat } = this;
    const log = await api.log(this.id, seat);
    if (this.seat === seat && this.sight) this.log = merged(log, this.sight);
  }

  /** Others were quicker than this page: lines are missing between those it knew and those that have come. */
  private fillGap(): void {
    if (this.filling || this.log.length >= (this.sight?.log_lines ?? 0)) return;
    this.filling = true;
    const version = this.sight?.version;
    const after = (): void => {
      this.filling = false;
      // More has come meanwhile, perhaps with another gap.
      if (this.sight?.version !== version) this.fillGap();
    };
    void this.readLog().then(after, after);
  }

  private async reload(): Promise<void> {
    this.match = await api.match(this.id).catch(() => this.match);
  }

  private async send(sending: Sending): Promise<void> {
    this.note = null;
    await this.during(() => api.answer(this.id, sending), sending);
  }

  private async during(asking: () => Promise<Accepted>, sending: Sending | null = null): Promise<void> {
    if (!this.sight) return;
    const request: Request = { seat: sending?.seat ?? this.seat, made: this.sight, sending };
    this.requests = [...this.requests, request];
    try {
      const { version } = await asking();
      this.done(sending);
      await this.shown(version, request.seat);
    } catch (why) {
      // An answer that never arrived is kept and sent again; its key makes sure that it counts once.
      if (!(why instanceof Unreachable)) this.done(sending);
      this.complain(why, request.seat);
    } finally {
      this.requests = this.requests.filter((one) => one !== request);
    }
  }

  /** The server has dealt with this: it is not sent again. What was chosen since is. */
  private done(sending: Sending | null): void {
    if (sending && this.unsent === sending) this.unsent = null;
  }

  /** Until the seat sees this version: the socket tells it, and where that is late or cut the page looks for itself. */
  private async shown(version: number, seat: string): Promise<void> {
    const there = (): boolean => this.seat !== seat || (this.sight?.version ?? 0) >= version;
    if (!there() && this.connected)
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (there()) done();
        };
        const done = (): void => {
          clearTimeout(timer);
          this.waiting.delete(look);
          resolve();
        };
        const timer = setTimeout(done, LATE_MS);
        this.waiting.add(look);
      });
    if (!there()) await this.lookAgain(seat);
  }

  private async lookAgain(seat: string): Promise<void> {
    const sight = await api.view(this.id, seat).catch(() => null);
    if (sight) this.take(sight, seat);
    // The line will tell, when it is back.
    if (!sight || !this.connected) this.live.connect();
  }

  private complain(why: unknown, seat = this.seat): void {
    if (why instanceof Refusal) {
      // Perhaps the game has gone on, and the line has not told it yet.
      void this.lookAgain(seat);
      if (seat === this.seat) this.say({ text: sentence(why.body.error), rule: why.body.rule ?? '', kind: 'error' });
    } else if (why instanceof Unreachable) {
      this.connected = false;
      this.live.connect();
    } else this.say({ text: 'Something went wrong in this page. The game itself is safe; reload to go on.', rule: '', kind: 'error' });
  }
}
