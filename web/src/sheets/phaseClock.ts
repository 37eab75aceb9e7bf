// The clock of a phase in which all write: how much of it is left at a moment.

import type { Phase } from '../api/sheets';

/** The seconds that are left to write at `now`, by the server's time; null where nobody counts. */
export function phaseLeft({ clock }: Pick<Phase, 'clock'>, now: number): number | null {
  if (!clock) return null;
  return Math.max(0, clock.running ? clock.left - Math.max(0, now - clock.at) : clock.left);
}
