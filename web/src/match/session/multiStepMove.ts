// Multi-step move along a path that the engine has found: which answer takes the force on, and when it is over. Nothing
// is answered that is not among the options, and the first thing that intervenes ends it.

import type { Option } from '../../api/protocol';
import type { Reach } from '../../api/study';
import { clicked } from '../../board/targets';

export interface Journey {
  /** The hex to be reached; null where the force is only put together, and waits where it stands. */
  goal: string | null;
  /** The hexes entered one after another; the last is the goal. Empty while it is not known. */
  path: readonly string[];
  /** Those who go; nobody in particular where all do. */
  units: readonly string[];
  /** Another seat was asked on the way. */
  interrupted: boolean;
}

/** Where things stand after an answer. */
export interface Situation {
  asked: boolean;
  options: readonly Option[];
  /** Where the force stands now, if the engine says that one is moving. */
  at: string | null;
}

export type Stage =
  | { kind: 'go'; option: Option }
  /** Several things can be done at the goal: the player says which. */
  | { kind: 'offer'; options: Option[] }
  | { kind: 'over' }
  /** The player must first say who goes: the goal is kept in mind. */
  | { kind: 'choose' }
  /** Another seat must answer first; then the journey goes on or ends. */
  | { kind: 'wait' }
  | { kind: 'stopped'; why: string };

export function journeyTo(goal: string | null, path: readonly string[] = [], units: readonly string[] = []): Journey {
  return { goal, path, units, interrupted: false };
}

export function nextStage(journey: Journey, now: Situation): Stage {
  const { goal } = journey;
  if (now.at !== null && (goal === null || now.at === goal)) return { kind: 'over' };
  if (!now.asked) return { kind: 'wait' };
  if (journey.interrupted)
    return {
      kind: 'stopped',
      why: goal === null ? '' : `The march to ${goal} is broken off${now.at === null ? '' : ` in ${now.at}`}.`,
    };
  // Nobody is moving: the question is who goes, or it is about something else altogether.
  if (now.at === null) {
    const next = joining(journey.units, now.options);
    if (next) return { kind: 'go', option: next };
    return now.options.some(({ target }) => target.hex !== undefined && target.unit === undefined) ? { kind: 'over' } : { kind: 'choose' };
  }
  const option = stepOption(journey, now.options, now.at);
  if (option) return { kind: 'go', option };
  const there = goal === null ? null : clicked(now.options, {}, { hex: goal });
  if (there?.kind === 'several') return { kind: 'offer', options: there.options };
  return { kind: 'stopped', why: `The way to ${goal} is not open${journey.path.length ? ' any more' : ''}.` };
}

/** Where an option leads: on along the journey, or on a new one. */
export function journeyBy({ part, target: { hex } }: Option, journey: Journey | null, reach: Reach | null): Journey | null {
  // Who goes is part of it.
  if (part === 'force' || part === 'all' || part === 'add' || part === 'go') return journey;
  if (hex === undefined) return journey && !reach ? journey : null;
  if (journey && hex !== journey.goal && journey.path.includes(hex)) return journey;
  const path = reach?.hexes[hex]?.path ?? [];
  return path.length > 1 ? journeyTo(hex, path) : null;
}

/** The answer that puts the force together: everyone at once, or one of its units after another, and then to go. */
function joining(units: readonly string[], options: readonly Option[]): Option | undefined {
  const part = (wanted: Option['part']): Option | undefined => options.find((option) => option.part === wanted);
  if (!units.length) return part('all');
  return options.find((option) => option.part === 'add' && units.includes(option.target.unit ?? '')) ?? part('go');
}

/** The option that leads furthest along the rest of the path. */
function stepOption(journey: Journey, options: readonly Option[], at: string): Option | null {
  const path = journey.path.length ? journey.path : journey.goal === null ? [] : [journey.goal];
  for (const hex of path.slice(path.indexOf(at) + 1).toReversed()) {
    const click = clicked(options, {}, { hex });
    if (click.kind === 'answer' && click.option.target.hex === hex) return click.option;
  }
  return null;
}
