// What lies beside the map, as a few words: points, pools, hands of cards.

import type { Tray, TrayRow } from '../api/protocol';
import { titled } from '../ui/text';

/** Whose or where, as it is said before the value; empty where there is nothing to tell it from. */
export function rowLabel({ side, label }: TrayRow): string {
  return [side, label].flatMap((word) => (word ? [titled(word)] : [])).join(', ');
}

/** The rows of a tray for a thin bar: said once where places have the same. */
export function brief({ rows }: Tray): TrayRow[] {
  const same = rows.every(({ side, value, hexes, units }) => !side && !hexes && !units && value === rows[0]?.value);
  return same ? rows.slice(0, 1).map(({ value }) => ({ value })) : rows;
}
