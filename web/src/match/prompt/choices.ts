// Choices offered beside the map: choices as buttons, and units that are not on the map.

import type { Counter, OffMap, Option, Position } from '../../api/protocol';
import { fitting, soleUnit, unitsOffMap, type Narrowed } from '../../board/targets';

/** Up to so many choices on the map are also offered as buttons. */
const FEW = 6;

/** A unit to be chosen that is not on the map; its counter where the view tells of it. */
export interface Reserve {
  unit: string;
  counter: Counter | null;
}

/** The targeted options that are also shown as buttons: those of what is narrowed, or all when they are few. */
export function buttonsOf(options: readonly Option[], narrowed: Narrowed): Option[] {
  const targeted = options.filter((o) => o.target.unit !== undefined || o.target.hex !== undefined);
  if (narrowed.unit !== undefined) {
    const its = fitting(targeted, narrowed);
    return its.length <= FEW ? its : its.filter((o) => o.target.hex === undefined);
  }
  // What else the only unit can do than to go somewhere.
  const sole = soleUnit(targeted);
  return targeted.length <= FEW
    ? targeted
    : targeted.filter((o) => sole !== undefined && o.target.unit === sole && o.target.hex === undefined);
}

/** The units among the options that are not on the map, but for those that have a button. */
export function reservesOf(position: Position, options: readonly Option[], buttons: readonly Option[]): Reserve[] {
  const off = new Map((position.off_map ?? []).map((u) => [u.unit, u]));
  const sole = soleUnit(options);
  return unitsOffMap(options, position.counters)
    .filter((unit) => unit === sole || !buttons.some((o) => o.target.unit === unit))
    .map((unit) => ({ unit, counter: asCounter(off.get(unit)) }));
}

function asCounter(unit: OffMap | undefined): Counter | null {
  return unit ? { ...unit, strength: unit.strength ?? unit.printed, hex: '' } : null;
}
