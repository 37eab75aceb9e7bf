// Force orders: a force that is taken up on the map and sent somewhere with the next click. Nothing of it is told to the
// server before it sets out: who of the stack goes can be changed until then.

import type { Option } from '../../api/protocol';
import type { Reach } from '../../api/study';
import { clicked } from '../../board/targets';
import { journeyTo } from './multiStepMove';
import type { Play } from './play.svelte';

/** So often a force may have to be told to stop before another can be taken up. */
const STOPS = 3;

/** A force that has been taken up: by which option it sets out, where it stands, where it can go, and who of it goes. */
export interface ReadyForce {
  option: Option;
  hex: string | null;
  reach: Reach | null;
  /** The units picked; none in particular where all go. */
  units: readonly string[];
}

export class ForceOrders {
  ready = $state.raw<ReadyForce | null>(null);
  /** What could be chosen if the force now acting were done, by the option that says so. */
  private after = $state.raw<{ stop: Option; options: readonly Option[] } | null>(null);
  /** What is chosen as soon as the force now acting is done: what is in a hex, for a stack with its goal, or an option. */
  private next: { hex: string | null; option: string | null; goal: string | null; stops: number } | null = null;

  constructor(private readonly play: Play) {}

  /** The options that each take up a force: those with orders left. */
  get forces(): Option[] {
    return this.play.options.filter(({ part }) => part === 'force');
  }

  /** Take a force up, or lay it down; of a force that is taken up already one unit more or less goes. */
  async take(option: Option, unit: string | null = null): Promise<void> {
    const { play, ready } = this;
    if (ready?.option === option) {
      if (unit === null) this.drop();
      else this.toggle(unit);
      return;
    }
    const reach = await play.weigh(play.study.reachOf(option));
    if (!play.session.offers(option)) return;
    if (!reach) return play.decide(option);
    this.set({ option, hex: option.target.hex ?? reach.from, reach, units: [] });
    play.announcer.here = `${Object.keys(reach.hexes).length} hexes are within reach. Choose where the force goes.`;
  }

  /** A question who goes: all of them stand ready until somebody is picked. */
  async await(options: readonly Option[]): Promise<void> {
    const { play } = this;
    const option = options.find(({ part }) => part === 'all');
    const first = options.find(({ part }) => part === 'add')?.target.unit;
    if (!option) return;
    const reach = await play.study.reachOf(option);
    if (!play.session.offers(option) || this.ready) return;
    const hex = play.view?.position.counters.find(({ unit }) => unit === first)?.hex ?? reach?.from ?? null;
    this.set({ option, hex, reach, units: [] });
  }

  /** One unit more goes, or one less. */
  toggle(unit: string): void {
    const { ready } = this;
    if (!ready) return;
    const units = ready.units.includes(unit) ? ready.units.filter((one) => one !== unit) : [...ready.units, unit];
    this.set({ ...ready, units });
  }

  /** These go, and nobody else; all again, if it was these. */
  pick(units: readonly string[]): void {
    const { ready } = this;
    if (ready) this.set({ ...ready, units: units.every((unit) => ready.units.includes(unit)) ? [] : units });
  }

  isPicked(unit: string | undefined): boolean {
    return unit !== undefined && (this.ready?.units.includes(unit) ?? false);
  }

  /** Whether a click on a hex sends the force there. */
  reaches(hex: string): boolean {
    const { ready } = this;
    return ready !== null && hex !== ready.hex && (ready.units.length > 0 || ready.reach?.hexes[hex] !== undefined);
  }

  /** Whether a click on a hex sends the force there, whatever else could be chosen in it. */
  sends(hex: string | undefined): hex is string {
    return hex !== undefined && this.ready?.option.part === 'force' && this.reaches(hex);
  }

  /** The force sets out for a hex, or stands ready to act where it is. */
  async setOut(goal: string | null): Promise<void> {
    const { ready, play } = this;
    if (!ready) return;
    const { option, units, reach } = ready;
    const path = goal === null || units.length ? [] : (reach?.hexes[goal]?.path ?? []);
    // Where the question is who goes already, the first of those picked is the answer.
    const start = units.length && option.part === 'all' ? play.options.find((o) => o.target.unit === units[0]) : option;
    this.drop();
    if (start) await play.setOut(start, journeyTo(goal, path, units));
  }

  drop(): void {
    this.next = null;
    this.set(null);
  }

  /** Ask what could be chosen if the force now acting were done. */
  async lookBeyond(): Promise<void> {
    const { stop } = this;
    const seen = stop && (await this.play.study.foresee(stop));
    if (seen) this.after = { stop, options: seen.passes_to };
  }

  /** What could be chosen if the force now acting were done; a click on it says both. */
  get beyond(): readonly Option[] {
    return this.after && this.after.stop === this.stop ? this.after.options : [];
  }

  /** What ends a phase, to be chosen while a force could still act. */
  get ends(): readonly Option[] {
    return this.beyond.filter(({ part }) => part === 'end');
  }

  /** That the force now acting is done. */
  private get stop(): Option | undefined {
    return this.play.options.find(({ part }) => part === 'stop');
  }

  /** Whether the force now acting can be left for what is in another hex: a force of one's own, or something to begin there. */
  canPassTo(hex: string): Option | null {
    const { view, side } = this.play;
    const own = view?.position.counters.some((c) => c.hex === hex && c.side === side) ?? false;
    return own || this.beyond.some(({ target }) => target.hex === hex) ? (this.stop ?? null) : null;
  }

  /** The force now acting is done: the one in another hex is taken up, and sent to its goal if it has one. */
  async passTo(hex: string, stop: Option, goal: string | null = null): Promise<void> {
    this.next = { hex, option: null, goal, stops: 1 };
    await this.play.decide(stop);
  }

  /** The force now acting is done, and this is chosen. */
  async passOn(option: Option): Promise<void> {
    const { stop } = this;
    if (!stop) return;
    this.next = { hex: null, option: option.id, goal: null, stops: 1 };
    await this.play.decide(stop);
  }

  /** After an answer: take up the force that was wanted, or choose what was, if that can be done now. */
  async goOn(): Promise<boolean> {
    const { next, play } = this;
    if (!next) return false;
    const { stop } = this;
    const option = play.options.find(({ id }) => id === next.option);
    const wanted = this.forces.find(({ target }) => target.hex === next.hex);
    const there = next.hex === null || wanted ? null : clicked(play.options, {}, { hex: next.hex });
    this.next = null;
    if (option) await play.decide(option);
    else if (there?.kind === 'answer') await play.decide(there.option);
    else if (there?.kind === 'several') await play.offer(there.options, there.narrowed);
    else if (wanted) {
      await this.take(wanted);
      if (next.goal !== null && this.reaches(next.goal)) await this.setOut(next.goal);
    } else if (stop && next.stops < STOPS) {
      this.next = { ...next, stops: next.stops + 1 };
      await play.decide(stop);
    } else return false;
    return true;
  }

  /** To the next force with orders left, or the one before. */
  async turnTo(back = false): Promise<void> {
    const { forces, ready, play } = this;
    if (!forces.length) return;
    const at = forces.findIndex((one) => one === ready?.option);
    const next = forces[at === -1 ? (back ? forces.length - 1 : 0) : (at + (back ? -1 : 1) + forces.length) % forces.length]!;
    if (next === ready?.option) return;
    await this.take(next);
    if (next.target.hex !== undefined) play.board?.reveal(next.target.hex);
  }

  private set(ready: ReadyForce | null): void {
    this.ready = ready;
    this.play.board?.pick(ready?.hex ?? null, ready?.units ?? []);
  }
}
