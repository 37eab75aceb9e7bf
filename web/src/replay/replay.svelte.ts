// Replay state: any moment of the match on the board, step by step or by itself.

import { api } from '../api/client';
import { patiently } from '../api/patience';
import type { Moment } from '../api/protocol';
import { moves, type Move } from '../match/log/changes';
import type { Session } from '../match/session/session.svelte';
import { eventful } from './timelineMarks';

export const SPEEDS = [0.5, 1, 2, 4] as const;
const STEP_MS = 900;
/** What happened meanwhile is shown in about this time, if the speeds allow it. */
const WHOLE_MS = 40_000;

export class Replay {
  moment = $state.raw<Moment | null>(null);
  /** It runs by itself. */
  playing = $state(false);
  speed = $state<number>(1);
  /** Who has moved with the latest step. */
  trails = $state.raw<Move[]>([]);
  /** The answer that has been asked for and is not on the board yet. */
  private wanted = $state<number | null>(null);

  constructor(private readonly session: Session) {}

  get pause(): number {
    return STEP_MS / this.speed;
  }

  get last(): number {
    return this.session.sight?.answers ?? 0;
  }

  get at(): number {
    return this.wanted ?? this.moment?.answer ?? this.last;
  }

  async to(n: number): Promise<void> {
    const { session } = this;
    const { seat } = session;
    const wanted = Math.min(Math.max(0, n), this.last);
    this.wanted = wanted;
    try {
      const found = await patiently(
        () => api.moment(session.id, seat, wanted),
        () => this.wanted === wanted && session.seat === seat,
      );
      // A slider asks for many: only the latest counts.
      if (this.wanted !== wanted || session.seat !== seat) return;
      const before = this.moment;
      const lines = before ? session.log.filter(({ answer }) => answer > before.answer && answer <= found.answer) : [];
      this.trails = before && before.answer < found.answer ? moves(before.view.position.counters, found.view.position.counters, lines) : [];
      this.moment = found;
      this.wanted = null;
    } catch {
      if (this.wanted !== wanted) return;
      this.wanted = null;
      this.playing = false;
      session.say({ text: 'That moment cannot be shown now.', rule: '', kind: 'error' });
    }
  }

  /** On to the next answer of which the log tells; at the end, back to now. */
  async onward(): Promise<void> {
    const next = eventful(this.session.log, this.at, this.last)[0];
    if (next === undefined) this.toNow();
    else await this.to(next);
  }

  async from(n: number): Promise<void> {
    await this.to(n);
    this.playing = this.moment !== null;
  }

  /** Show what happened since an answer, faster where it is much. */
  async catchUp(since: number): Promise<void> {
    const steps = eventful(this.session.log, since, this.last).length;
    this.speed = SPEEDS.find((speed) => speed >= 1 && (steps * STEP_MS) / speed <= WHOLE_MS) ?? SPEEDS.at(-1)!;
    await this.from(since);
  }

  toNow(): void {
    this.wanted = null;
    this.playing = false;
    this.moment = null;
  }
}
