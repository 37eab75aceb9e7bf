// Concerns: what the player would regret about an option and the rules know. Which of them count is the player's choice.

import type { Concern, Foresight } from '../../api/study';

/** The concerns that are not switched off. */
export function heeded(foresight: Pick<Foresight, 'concerns'> | null, unheeded: readonly string[]): Concern[] {
  return (foresight?.concerns ?? []).filter(({ kind }) => !unheeded.includes(kind));
}

/** Where they would come about, each hex once. */
export function places(concerns: readonly Concern[]): string[] {
  return [...new Set(concerns.flatMap(({ hexes }) => hexes))];
}

/** Whether an option is done only at the second click: it cannot be taken back, something would be regretted, or more can be
 * said along with it. */
export function needsSecondClick(foresight: Foresight | null, unheeded: readonly string[]): boolean {
  return (foresight?.closes ?? false) || heeded(foresight, unheeded).length > 0 || (foresight?.follow_ups.length ?? 0) > 0;
}
