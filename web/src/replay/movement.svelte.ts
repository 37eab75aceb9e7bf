// Replay of a movement of all at once: the steps of which the log tells, on the board one after another. What others were
// seen to be is ringed where they were seen; where they are now is not shown meanwhile.

import type { Counter, LogLine } from '../api/protocol';
import type { Layer } from '../board/drawing/layerMarks';
import type { Session } from '../match/session/session.svelte';

export const STEP_MS = 900;

/** The lines of the latest movement, step by step; several of one step where whoever reads sees more than one side. */
export function latestSteps(log: readonly LogLine[]): LogLine[][] {
  const last = log.findLastIndex(({ role }) => role === 'step');
  if (last < 0) return [];
  const from = log.slice(0, last).findLastIndex(({ role }) => role === 'turn') + 1;
  const steps = Array.from({ length: log[last]!.steps ?? 1 }, (): LogLine[] => []);
  for (const line of log.slice(from, last + 1)) if (line.role === 'step') steps[(line.step ?? 1) - 1]?.push(line);
  return steps;
}

/** Where the units that went stand after so many steps, and by which hexes they came. */
export function standing(steps: readonly (readonly LogLine[])[], at: number): Map<string, string[]> {
  const ways = new Map<string, string[]>();
  for (const [i, lines] of steps.entries())
    for (const { unit, path } of lines.flatMap((line) => line.ways ?? [])) {
      const before = ways.get(unit) ?? path.slice(0, 1);
      ways.set(unit, i < at ? [...before, ...path.slice(1)] : before);
    }
  return ways;
}

export class MovementReplay {
  /** After how many steps the board is shown; null where it shows what is now. */
  at = $state<number | null>(null);
  playing = $state(false);
  readonly steps = $derived.by(() => latestSteps(this.session.log));
  private readonly ways = $derived.by(() => standing(this.steps, this.at ?? 0));

  constructor(private readonly session: Session) {}

  get available(): boolean {
    return this.steps.length > 0;
  }

  get on(): boolean {
    return this.at !== null && this.available;
  }

  get caption(): string {
    const lines = this.at ? (this.steps[this.at - 1] ?? []) : [];
    return lines.map(({ text }) => text).join(' ') || (this.at === 0 ? 'Before the first step.' : `Step ${this.at}: nobody on the march.`);
  }

  /** Counters where they stood then: those that went, and of the same sides those that did not. */
  counters(now: readonly Counter[]): Counter[] {
    const went = new Set(now.filter(({ unit }) => this.ways.has(unit)).map(({ side }) => side));
    return now
      .filter(({ side }) => went.has(side))
      .map((counter) => ({ ...counter, hex: this.ways.get(counter.unit)?.at(-1) ?? counter.hex }));
  }

  get layers(): Layer[] {
    const colour = 'var(--accent)';
    const seen = this.at ? (this.steps[this.at - 1] ?? []).flatMap(({ hexes }) => hexes ?? []) : [];
    const ways = [...this.ways.values()].filter((hexes) => hexes.length > 1).map((hexes) => ({ hexes, colour, gone: true }));
    return [
      { key: 'movement', look: 'way', colour, hexes: [], ways },
      { key: 'movement-seen', look: 'ring', colour: 'var(--danger)', hexes: seen },
    ];
  }

  /** From the beginning, and on by itself. */
  show(): void {
    this.at = 0;
    this.playing = true;
  }

  to(step: number): void {
    this.at = Math.min(Math.max(0, step), this.steps.length);
    if (this.at === this.steps.length) this.playing = false;
  }

  close(): void {
    this.at = null;
    this.playing = false;
  }
}
