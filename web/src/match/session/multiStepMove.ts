// Multi-step move along a path that the engine has found: which answer takes the force on, and when it is over. Nothing
// is answered that is not among the options, and the first thing that intervenes ends it.

import type { Option } from '../../api/protocol';
import type { Reach } from '../../api/study';
import { clicked } from '../../board/targets';

export interface Journey {
  /** The hex to be reached. */
  goal: string;
  /** The hexes entered one after another; the last is the goal. Empty while it is not known. */
  path: readonly string[];
  /** The force has been chosen by more than one answer: the player says when it sets out. */
  asks: boolean;
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
  | { kind: 'over' }
  /** The player must first say who goes: the goal is kept in mind. */
  | { kind: 'choose' }
  /** Another seat must answer first; then the journey goes on or ends. */
  | { kind: 'wait' }
  | { kind: 'stopped'; why: string };

export function nextStage(journey: Journey, now: Situation): Stage {
  if (now.at === journey.goal) return { kind: 'over' };
  if (!now.asked) return { kind: 'wait' };
  if (journey.interrupted)
    return { kind: 'stopped', why: `The march to ${journey.goal} is broken off${now.at === null ? '' : ` in ${now.at}`}.` };
  // Nobody is moving: the question is who goes, or it is about something else altogether.
  if (now.at === null)
    return now.options.some(({ target }) => target.hex !== undefined && target.unit === undefined) ? { kind: 'over' } : { kind: 'choose' };
  const option = stepOption(journey, now.options, now.at);
  if (option) return { kind: 'go', option };
  return { kind: 'stopped', why: `The way to ${journey.goal} is not open any more.` };
}

/** Where an option leads: on along the journey, to its start, or on a new one. */
export function journeyBy({ target: { hex } }: Option, journey: Journey | null, reach: Reach | null): Journey | null {
  if (hex === undefined) return journey && !reach ? { ...journey, asks: true } : null;
  if (journey && hex !== journey.goal && journey.path.includes(hex)) return journey;
  const path = reach?.hexes[hex]?.path ?? [];
  return path.length > 1 ? { goal: hex, path, asks: false, interrupted: false } : null;
}

/** The option that leads furthest along the rest of the path. */
function stepOption(journey: Journey, options: readonly Option[], at: string): Option | null {
  const path = journey.path.length ? journey.path : [journey.goal];
  for (const hex of path.slice(path.indexOf(at) + 1).toReversed()) {
    const click = clicked(options, {}, { hex });
    if (click.kind === 'answer' && click.option.target.hex === hex) return click.option;
  }
  return null;
}
