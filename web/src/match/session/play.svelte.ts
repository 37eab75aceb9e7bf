// Interaction state of the match screen: what is selected, narrowed or waiting for a second click, and where a force is
// on its way to.

import type { LogLine, Moment, Option, Sight, Target, View } from '../../api/protocol';
import type { Concern, Foresight, Reach } from '../../api/study';
import { settings } from '../../app/settings.svelte';
import type { Board } from '../../board/board';
import type { Hit } from '../../board/boardState';
import { unitWords, valueWords } from '../../board/boardText';
import { reachWords } from '../../board/drawing/reachMarks';
import { lookOf } from '../../board/look';
import { clicked, plain, type Narrowed } from '../../board/targets';
import type { Point } from '../../board/viewport/camera';
import { bestOdds } from '../../combat/odds';
import { CombatDesk } from '../../combat/combatDesk.svelte';
import { MovementReplay } from '../../replay/movement.svelte';
import { Replay } from '../../replay/replay.svelte';
import { sideOf, type DialogName } from '../../seats/seats';
import { plainWords, Announcer } from '../announcer.svelte';
import { upTo } from '../log/changes';
import { heeded, needsSecondClick } from '../prompt/concerns';
import { buttonsOf, reservesOf, type Reserve } from '../prompt/choices';
import { ForceOrders } from './forceOrders.svelte';
import { journeyBy, journeyTo, nextStage, type Journey } from './multiStepMove';
import { PreparedAnswers } from './preparedAnswers.svelte';
import { SheetDesk } from '../../sheets/sheetDesk.svelte';
import type { Session } from './session.svelte';
import { StudyQueries } from './studyQueries.svelte';

export type PanelName = 'combat' | 'campaign' | 'luck' | 'briefing' | 'end' | 'orders' | 'control' | 'reports' | 'tasking';

/** No second click counts so soon after the first: it was meant for what lay there before. */
export const SETTLE_MS = 400;

export class Play {
  board = $state.raw<Board | null>(null);
  narrowed = $state.raw<Narrowed>({});
  several = $state.raw<Option[]>([]);
  /** Chosen, and waiting for a second click; with what it would bring. */
  pending = $state.raw<Option | null>(null);
  foresight = $state.raw<Foresight | null>(null);
  selected = $state<string | null>(null);
  /** Goes up whenever a hex is pointed out, also the same one again. */
  pointings = $state(0);
  hover = $state.raw<{ hit: Hit; at: Point } | null>(null);
  /** A counter is being dragged. */
  carrying = $state(false);
  journey = $state.raw<Journey | null>(null);
  /** How many things are being weighed before they are done or asked about. */
  private weighing = $state(0);
  /** How many answers had been given when each of the player's latest gestures began: taking back goes there. */
  private gestures: readonly number[] = [];
  /** After so many answers nothing is answered unasked: the player has come back here. */
  private held = -1;
  private pendingSince = 0;
  /** What was asked when something was narrowed or chosen. */
  private question: Option[] | null = null;
  /** The sight whose position is laid out, with everything that was asked about it. */
  private laidOut = $state.raw<Sight | null>(null);
  /** How the game looks, as its rulebook describes it. */
  readonly look = $derived.by(() => lookOf(this.session.scenario));
  readonly announcer = new Announcer();
  private told: { hex: string; words: string } | null = null;
  /** The paper that lies over the edge of the map. */
  panel = $state<PanelName | null>(null);
  /** That paper is folded, so that a narrow screen shows the map again. */
  aside = $state(false);
  /** The dialog about people that is open. */
  dialog = $state<DialogName | null>(null);
  readonly study: StudyQueries;
  readonly replay: Replay;
  /** The latest movement of all at once, step by step. */
  readonly movement: MovementReplay;
  readonly desk: CombatDesk;
  readonly orders: ForceOrders;
  /** What has been decided already. */
  readonly prepared: PreparedAnswers;
  readonly sheets: SheetDesk;

  constructor(readonly session: Session) {
    this.study = new StudyQueries(session);
    this.replay = new Replay(session);
    this.movement = new MovementReplay(session);
    this.desk = new CombatDesk(this);
    this.orders = new ForceOrders(this);
    this.prepared = new PreparedAnswers(this);
    this.sheets = new SheetDesk(this);
  }

  get moment(): Moment | null {
    return this.replay.moment;
  }

  /** The view on the board: of the moment that is replayed, else of now. */
  get view(): View | null {
    return this.moment?.view ?? this.session.view;
  }

  /** The side of this seat: whose units are its own. */
  get side(): string | null {
    return this.view ? sideOf(this.view) : null;
  }

  /** A click on the map only selects while orders or edits are written about what is selected. */
  get selecting(): boolean {
    return this.panel === 'orders' || (this.panel === 'control' && this.sheets.pen === null);
  }

  /** Nothing can be chosen while the past is on the board, something is only selected, all stands still or an answer is under way. */
  get options(): Option[] {
    if (this.movement.on) return [];
    if (this.sheets.open) return this.moment || this.selecting || this.session.people.paused ? [] : this.sheets.options;
    return this.moment || this.selecting || this.session.people.paused || this.session.busy || !this.session.asked
      ? []
      : (this.session.view?.options ?? []);
  }

  /** Nothing is under way: the position is laid out with all that is known of it, and a choice is sent or asked about. */
  get settled(): boolean {
    const { busy, sight } = this.session;
    return sight !== null && this.laidOut === sight && !busy && this.weighing === 0;
  }

  /** The reach to be painted: of the force now moving, else of the one that is taken up or looked at. */
  get reach(): Reach | null {
    if (this.moment || this.session.busy) return null;
    return this.study.reach ?? this.orders.ready?.reach ?? this.study.peeked?.reach ?? null;
  }

  /** What would be regretted about the option, or the seal, that waits for its second click. */
  get concerns(): Concern[] {
    if (this.sheets.sealing) return this.sheets.regrets;
    return this.pending ? heeded(this.foresight, settings.kept.unheeded) : [];
  }

  /** The log as far as it is shown. */
  get log(): LogLine[] {
    return this.moment ? upTo(this.session.log, this.moment.answer) : this.session.log;
  }

  get plain(): Option[] {
    return plain(this.options);
  }

  /** The targeted options that are also shown as buttons: those of what is narrowed, or all when they are few. */
  get buttons(): Option[] {
    return this.several.length ? this.several : buttonsOf(this.options, this.narrowed);
  }

  /** Units to be chosen that are not on the map. */
  get reserves(): Reserve[] {
    const view = this.session.view;
    if (!view || this.narrowed.unit !== undefined || this.several.length) return [];
    return reservesOf(view.position, this.options, this.buttons, this.look);
  }

  attach(board: Board): void {
    this.board = board;
    board
      .on('choose', (option, { unit }) => void this.choose(option, unit))
      .on('several', (options, narrowed) => {
        if (narrowed.unit === undefined && this.orders.sends(narrowed.hex)) void this.orders.setOut(narrowed.hex);
        else void this.offer(options, narrowed);
      })
      .on('narrow', (narrowed) => this.setNarrowed(narrowed))
      .on('select', (hex) => this.pointOut(hex))
      .on('unlit', (target) => void this.unlit(target))
      .on('hover', (hit, at) => (this.hover = hit?.hex && at ? { hit, at } : null))
      .on('grab', (hit) => {
        this.carrying = true;
        this.peekAt(hit);
      })
      .on('drop', (hit, hex) => {
        this.carrying = false;
        this.hover = null;
        if (hex !== null) void this.send(hit, hex);
      })
      .on('cursor', (hex, unit) => {
        this.announcer.here = unit === null ? this.describe(hex) : this.describeUnit(unit);
        this.told = unit === null ? { hex, words: this.announcer.here } : null;
        this.peekAt({ hex, unit });
        void this.study.refreshLayers();
      });
  }

  /** What the rulebook proposes for the question at hand, to be taken with one click. */
  get proposed(): View['proposed'] {
    const { proposed } = this.session.view ?? {};
    return proposed?.asks && this.options.length ? proposed : undefined;
  }

  /** Something is chosen, on the map, by a button or a key: a force is taken up, a unit picked, all else is decided. */
  async choose(option: Option, unit: string | null = null): Promise<void> {
    if (this.orders.beyond.includes(option)) return this.orders.passOn(option);
    if (option.part === 'force') return this.orders.take(option, unit !== null && this.board?.state.fan ? unit : null);
    if (option.target.unit === undefined && this.orders.sends(option.target.hex)) return this.orders.setOut(option.target.hex);
    if (option.part === 'add' && option.target.unit !== undefined && this.orders.ready) return this.orders.toggle(option.target.unit);
    return this.decide(option);
  }

  /** Several things are possible in one place. Where each of them is a combat that has to be confirmed, the one with the best
   * odds lies ready for the second click, and the others beside it. */
  async offer(options: Option[], narrowed: Narrowed): Promise<void> {
    this.setNarrowed(narrowed, options);
    if (settings.kept.confirm === 'never' || this.sheets.open) return;
    const seen = await this.weigh(Promise.all(options.map((option) => this.study.foresee(option))));
    if (this.several !== options || this.pending || !options.every((option) => this.session.offers(option))) return;
    const sure = seen.every((one) => one?.odds && needsSecondClick(one, settings.kept.unheeded));
    const best = sure
      ? bestOdds(
          seen.map((one) => one!.odds!),
          this.side,
        )
      : null;
    if (best !== null) await this.ask(options[best]!);
  }

  /** At once what can be taken back; after a second click what cannot, or where the player wants it. */
  async decide(option: Option): Promise<void> {
    if (this.sheets.open) return this.sheets.add(option);
    const { confirm } = settings.kept;
    if (this.pending?.id === option.id) {
      if (performance.now() - this.pendingSince >= SETTLE_MS) await this.commit(option);
      return;
    }
    if (confirm === 'never') return this.commit(option);
    const { sight } = this.session;
    const foreseen = this.study.foresee(option);
    const seen = confirm === 'always' ? null : await this.weigh(foreseen);
    const asks = confirm === 'always' || (seen ? needsSecondClick(seen, settings.kept.unheeded) : option.part === 'end');
    if (!this.session.offers(option)) return;
    // The question is the same, but not what was foreseen: it is weighed again.
    if (this.session.sight !== sight) return this.decide(option);
    if (!asks) return this.commit(option);
    this.consider(option);
    this.announcer.here = plainWords(`${option.text}. Choose again to do it.`);
    await this.ask(option);
  }

  /** Ask for the second click, with what the choice would bring. */
  private async ask(option: Option): Promise<void> {
    if (!this.several.some(({ id }) => id === option.id)) this.several = [];
    this.setPending(option);
    const [seen] = await Promise.all([this.study.foresee(option), this.prepared.look(option)]);
    if (this.pending?.id === option.id) this.foresight = seen;
  }

  async commit(option: Option): Promise<void> {
    if (!this.session.offers(option)) return;
    this.begin();
    const along = this.prepared.along(option);
    this.journey = along.length ? null : journeyBy(option, this.journey, this.study.reach);
    this.prepared.begin(along, true);
    this.desk.goOn();
    this.study.peek(null);
    this.hover = null;
    if (this.desk.choices.some((choice) => choice.option === option.id)) await this.desk.decide(option);
    this.setNarrowed({});
    await this.session.answer(option);
  }

  /** Take the rulebook's proposal: all of its answers, one after another. */
  async accept(): Promise<void> {
    const { proposed } = this;
    if (!proposed) return;
    this.begin();
    this.setNarrowed({});
    this.prepared.begin(proposed.options);
    await this.prepared.goOn();
  }

  /** Take the latest gesture back, with all the answers that it took. */
  async undo(): Promise<void> {
    const { session } = this;
    const now = session.sight?.answers ?? 0;
    const start = this.gestures.findLast((at) => at < now) ?? now - 1;
    this.gestures = this.gestures.filter((at) => at < start);
    this.journey = null;
    this.prepared.drop();
    this.orders.drop();
    do {
      const before = session.sight?.answers ?? 0;
      this.held = before - 1;
      await session.undo();
      if ((session.sight?.answers ?? 0) >= before) return;
    } while ((session.sight?.answers ?? 0) > start && session.sight?.undoable);
  }

  /** A click on what is no choice now: a hex that the force can reach in several steps, or a question why not. */
  private async unlit(target: Target): Promise<void> {
    this.setPending(null);
    if (this.moment || this.selecting) return;
    const { hex } = target;
    if (hex !== undefined && this.orders.reaches(hex)) return this.orders.setOut(hex);
    const path = hex === undefined ? undefined : this.study.reach?.hexes[hex]?.path;
    const stop = hex === undefined || path ? null : this.orders.canPassTo(hex);
    if (hex !== undefined && stop) return this.orders.passTo(hex, stop);
    if (hex === undefined || !path || !this.options.length) return this.session.why(target, this.narrowed);
    this.begin();
    await this.goOn(journeyTo(hex, path));
  }

  /** A counter was dragged to a hex: take its force up if need be, then go there. */
  async send(from: Hit, hex: string): Promise<void> {
    const { board, study, orders } = this;
    if (!board || from.hex === null || from.hex === hex) return;
    if (orders.ready && (orders.ready.hex === from.hex || orders.isPicked(from.unit ?? undefined)) && orders.reaches(hex))
      return orders.setOut(hex);
    const there = clicked(this.options, from.unit === null ? {} : { unit: from.unit }, { hex });
    if (there.kind === 'answer' && (study.reach?.from === from.hex || there.option.target.unit === from.unit))
      return this.decide(there.option);
    if (study.reach?.from === from.hex) return this.unlit({ hex });
    const start = board.state.optionsAt(from);
    const force = start.find(({ part }) => part === 'force') ?? (start.length === 1 ? start[0]! : null);
    const stop = force ? null : orders.canPassTo(from.hex);
    if (stop) return orders.passTo(from.hex, stop, hex);
    if (!force) {
      await this.session.why({ hex }, from.unit === null ? {} : { unit: from.unit });
      return;
    }
    const reach = await this.weigh(study.reachOf(force));
    if (reach && !reach.hexes[hex]) {
      this.session.say({ text: `${hex} is out of reach of that force.`, rule: force.rule, kind: 'why' });
      return;
    }
    orders.drop();
    await this.setOut(force, journeyTo(hex, reach?.hexes[hex]?.path ?? []));
  }

  /** Choose a force by its option, and go on to a hex that it can reach. */
  async setOut(option: Option, journey: Journey): Promise<void> {
    const seen = await this.weigh(this.study.foresee(option));
    if (!this.session.offers(option)) return;
    this.setNarrowed({});
    // Taking back comes to here, whether or not a second click is wanted first.
    this.begin();
    this.journey = journey;
    if (heeded(seen, settings.kept.unheeded).length) await this.ask(option);
    else await this.session.answer(option);
  }

  /** The moving force goes to a hex within its reach, in as many steps as it takes. */
  async goTo(hex: string): Promise<void> {
    const there = clicked(this.options, {}, { hex });
    if (there.kind === 'answer') await this.decide(there.option);
    else await this.unlit({ hex });
  }

  /** Take one step back: the preview, then the journey, then what was narrowed, then the selection. */
  cancel(): void {
    if (this.moment) this.replay.toNow();
    else if (this.movement.on) this.movement.close();
    else if (this.pending) {
      // Who does not set out goes nowhere.
      if (this.pending.part === 'force') this.journey = null;
      if (this.several.length) this.setNarrowed({});
      else this.setPending(null);
    } else if (this.journey) this.journey = null;
    else if (this.sheets.sealing) this.sheets.sealing = false;
    else if (this.orders.ready?.units.length || this.orders.ready?.option.part === 'force') this.orders.drop();
    else if (this.panel === 'combat') this.desk.close();
    else if (this.panel) this.panel = null;
    else if (this.several.length || Object.keys(this.narrowed).length) this.setNarrowed({});
    else {
      this.selected = null;
      this.board?.select(null);
    }
    this.board?.fan(null);
    this.session.say(null);
  }

  /** Another seat takes the screen. */
  changeSeat(): void {
    this.replay.toNow();
    this.movement.close();
    this.journey = null;
    this.prepared.drop();
    this.gestures = [];
    this.orders.drop();
    this.study.forget();
    this.desk.forget();
    this.sheets.forget();
  }

  /** Lay a paper on the table, or put it away. */
  lay(name: PanelName): void {
    this.panel = this.panel === name ? null : name;
  }

  /** The player asks to be shown a hex. */
  show(hex: string): void {
    this.pointOut(hex);
    this.board?.select(hex);
    this.board?.reveal(hex);
  }

  /** A hex is pointed out, on the map or in the list. */
  pointOut(hex: string | null): void {
    this.selected = hex;
    this.pointings++;
  }

  narrowTo(unit: string): void {
    this.setNarrowed({ unit });
    this.board?.narrow({ unit });
  }

  point(option: Option | null): void {
    const { hex: aim, start } = option?.target ?? {};
    const hex = aim ?? start ?? this.view?.position.counters.find((c) => c.unit === option?.target.unit)?.hex;
    this.board?.point(hex ?? null);
  }

  /** A hex in words: its ground, who holds it, who stands there, and what it costs the moving force to go there. */
  describe(hex: string): string {
    const { board, study } = this;
    return [board?.state.describe(hex, study.toldOf(hex)) ?? hex, study.reach ? reachWords(study.reach, hex, this.look) : '']
      .filter(Boolean)
      .join(' ');
  }

  /** More has become known: the place under the cursor is told again, if nothing else was said since. */
  retell(): void {
    const { told, announcer } = this;
    if (told && announcer.here === told.words) announcer.here = told.words = this.describe(told.hex);
  }

  /** Look at an option in a list: where it is, and where its force could go. */
  consider(option: Option | null): void {
    this.point(option);
    this.study.peek(option && this.orders.beyond.includes(option) ? null : option);
  }

  /** Show where the force under the pointer could go, when one option stands for it. */
  peekAt(hit: Hit | null): void {
    const options = hit && this.options.length ? (this.board?.state.optionsAt(hit) ?? []) : [];
    this.study.peek(options.length === 1 ? options[0]! : null);
  }

  /** A new position: what was narrowed or pending belonged to the old one; a journey goes on. */
  async renew(): Promise<void> {
    const { sight } = this.session;
    this.hover = null;
    const same = sight?.view.options === this.question;
    if (!same) {
      this.setNarrowed({});
      this.orders.ready = null;
      this.board?.pick(null, []);
    }
    this.question = sight?.view.options ?? null;
    await Promise.all([this.study.refresh(), this.sheets.follow()]);
    // A newer position has come or is on its way: the rest is for that one to do.
    if (this.session.sight !== sight || !this.study.isFresh) return;
    this.desk.follow();
    void this.weigh(this.orders.lookBeyond());
    const going = this.resume();
    this.laidOut = sight;
    await going;
  }

  /** What was begun goes on; else what needs no asking is answered; else a force that is asked about stands ready. */
  private async resume(): Promise<void> {
    // A sheet is written line by line, and sealed by its own button.
    if (this.session.asked && this.sheets.concerns) return;
    if (await this.prepared.goOn()) return;
    if (this.journey) return this.goOn(this.journey);
    if (await this.orders.goOn()) return;
    const { sight, view } = this.session;
    const { proposed } = view ?? {};
    if (proposed && this.prepared.takes(proposed) && this.session.visible && this.options.length && sight?.answers !== this.held) {
      this.prepared.begin(proposed.options);
      await this.prepared.goOn();
      return;
    }
    const [only, ...others] = this.options;
    // Whoever has no choice is asked all the same where others must not hear of it; the first click is spared him.
    if (only && !others.length && !view?.proposed) await this.ask(only);
    else await this.weigh(this.orders.await(this.options));
  }

  /** The player begins something: taking back comes to here. */
  private begin(): void {
    const now = this.session.sight?.answers ?? 0;
    this.held = -1;
    if (this.journey || this.prepared.waits) return;
    this.gestures = [...this.gestures.filter((at) => at < now), now];
  }

  /** Wait for what decides how something goes on. */
  async weigh<T>(answer: Promise<T>): Promise<T> {
    this.weighing++;
    try {
      return await answer;
    } finally {
      this.weighing--;
    }
  }

  /** Take the journey one answer further, until it ends or something intervenes. */
  private async goOn(begun: Journey): Promise<void> {
    const { session, study } = this;
    const at = study.reach?.from ?? null;
    const known = begun.goal === null ? undefined : study.reach?.hexes[begun.goal]?.path;
    const journey = known && !begun.path.length ? { ...begun, path: known } : begun;
    const stage = nextStage(journey, { asked: session.asked, options: this.options, at });
    if (stage.kind === 'choose') return;
    this.journey = stage.kind === 'wait' ? { ...journey, interrupted: true } : null;
    if (stage.kind === 'stopped') session.say({ text: `${session.log.at(-1)?.text ?? ''} ${stage.why}`.trim(), rule: '', kind: 'info' });
    if (stage.kind === 'offer') return this.offer(stage.options, { hex: journey.goal! });
    if (stage.kind !== 'go') return;
    this.journey = journey;
    await this.decide(stage.option);
  }

  private describeUnit(unit: string): string {
    const counter = this.view?.position.counters.find((c) => c.unit === unit);
    return counter ? `${[unitWords(counter, this.look), valueWords(counter, this.look)].filter(Boolean).join(', ')}. Can be chosen.` : unit;
  }

  private setPending(option: Option | null): void {
    this.pending = option;
    this.pendingSince = performance.now();
    this.foresight = null;
    this.prepared.forget();
  }

  /** What was narrowed has been chosen. */
  clearNarrowed(): void {
    this.setNarrowed({});
  }

  private setNarrowed(narrowed: Narrowed, several: Option[] = []): void {
    this.narrowed = narrowed;
    this.several = several;
    this.setPending(null);
    this.board?.narrow(narrowed);
  }
}
