// What a player is doing at this screen: what is selected, narrowed or waiting for a second click, and the replay.

import { api } from '../api';
import type { Board } from '../board/board';
import type { Point } from '../board/camera';
import type { Hit } from '../board/state';
import { fitting, plain, unitsOffMap, type Narrowed } from '../board/targets';
import type { Counter, Moment, OffMap, Option, View } from '../protocol';
import { settings } from '../settings.svelte';
import type { Session } from './session.svelte';

/** Up to so many choices on the map are also offered as buttons. */
const FEW = 6;

export class Play {
  board = $state.raw<Board | null>(null);
  narrowed = $state.raw<Narrowed>({});
  several = $state.raw<Option[]>([]);
  pending = $state.raw<Option | null>(null);
  selected = $state<string | null>(null);
  hover = $state.raw<{ hit: Hit; at: Point } | null>(null);
  moment = $state.raw<Moment | null>(null);
  /** The replay runs by itself. */
  playing = $state(false);
  spoken = $state('');

  constructor(readonly session: Session) {}

  /** The view on the board: of the moment that is replayed, else of now. */
  get view(): View | null {
    return this.moment?.view ?? this.session.view;
  }

  /** Nothing can be chosen while the past is on the board or an answer is under way. */
  get options(): Option[] {
    return this.moment || this.session.busy || !this.session.asked ? [] : (this.session.view?.options ?? []);
  }

  get plain(): Option[] {
    return plain(this.options);
  }

  /** The targeted options that are also shown as buttons: those of what is narrowed, or all when they are few. */
  get buttons(): Option[] {
    if (this.several.length) return this.several;
    const targeted = this.options.filter((o) => o.target.unit !== undefined || o.target.hex !== undefined);
    if (this.narrowed.unit !== undefined) {
      const its = fitting(targeted, this.narrowed);
      return its.length <= FEW || this.isOffMap(this.narrowed.unit) ? its : its.filter((o) => o.target.hex === undefined);
    }
    return targeted.length <= FEW ? targeted : [];
  }

  /** Units to be chosen that are not on the map. */
  get reserves(): { unit: string; counter: Counter | null }[] {
    const view = this.session.view;
    if (!view || this.narrowed.unit !== undefined || this.several.length) return [];
    const off = new Map((view.position.off_map ?? []).map((u) => [u.unit, u]));
    return unitsOffMap(this.options, view.position.counters)
      .filter((unit) => !this.buttons.some((o) => o.target.unit === unit))
      .map((unit) => ({ unit, counter: asCounter(off.get(unit)) }));
  }

  attach(board: Board): void {
    this.board = board;
    board
      .on('choose', (option, { touch }) => this.choose(option, touch))
      .on('several', (options, narrowed) => this.setNarrowed(narrowed, options))
      .on('narrow', (narrowed) => this.setNarrowed(narrowed))
      .on('select', (hex) => (this.selected = hex))
      .on('unlit', (target) => {
        this.pending = null;
        if (!this.moment) void this.session.why(target, this.narrowed);
      })
      .on('hover', (hit, at) => (this.hover = hit?.hex && at ? { hit, at } : null))
      .on('cursor', (hex) => (this.spoken = board.state.describe(hex)));
  }

  /** A click on the map: at once, or after a second click where the player wants that. */
  choose(option: Option, touch: boolean): void {
    const { confirm } = settings.kept;
    const asks = confirm === 'always' || (confirm === 'touch' && touch);
    if (asks && this.pending?.id !== option.id) {
      this.pending = option;
      this.several = [];
      this.point(option);
      this.spoken = `${option.text}. Choose again to do it.`;
      return;
    }
    void this.commit(option);
  }

  async commit(option: Option): Promise<void> {
    this.clear();
    await this.session.answer(option);
  }

  /** Take one step back: the preview, then what was narrowed, then the selection. */
  cancel(): void {
    if (this.moment) this.toNow();
    else if (this.pending) this.pending = null;
    else if (this.several.length || this.narrowed.unit !== undefined || this.narrowed.hex !== undefined) this.setNarrowed({});
    else {
      this.selected = null;
      this.board?.select(null);
    }
    this.board?.fan(null);
    this.session.say(null);
  }

  narrowTo(unit: string): void {
    this.setNarrowed({ unit });
    this.board?.narrow({ unit });
  }

  point(option: Option | null): void {
    const hex = option?.target.hex ?? this.view?.position.counters.find((c) => c.unit === option?.target.unit)?.hex;
    this.board?.point(hex ?? null);
  }

  /** After a new position: forget what no longer fits. */
  clear(): void {
    this.hover = null;
    this.pending = null;
    this.setNarrowed({});
  }

  // ---- replay

  async toMoment(n: number): Promise<void> {
    const { session } = this;
    const last = session.sight?.answers ?? 0;
    const wanted = Math.min(Math.max(0, n), last);
    try {
      this.moment = await api.moment(session.id, session.seat, wanted);
    } catch {
      session.say({ text: 'That moment cannot be shown now.', rule: '', kind: 'error' });
    }
  }

  async replayFrom(n: number): Promise<void> {
    await this.toMoment(n);
    this.playing = true;
  }

  toNow(): void {
    this.playing = false;
    this.moment = null;
  }

  private isOffMap(unit: string): boolean {
    return !this.session.view?.position.counters.some((c) => c.unit === unit);
  }

  private setNarrowed(narrowed: Narrowed, several: Option[] = []): void {
    this.narrowed = narrowed;
    this.several = several;
    this.pending = null;
    this.board?.narrow(narrowed);
  }
}

function asCounter(unit: OffMap | undefined): Counter | null {
  return unit ? { ...unit, hex: '' } : null;
}
