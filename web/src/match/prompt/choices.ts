// Choices offered beside the map: choices as buttons, and units that are not on the map.

import type { Counter, Figure, Option, Position } from '../../api/protocol';
import { fresh, known, type Look } from '../../board/look';
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
export function reservesOf(position: Position, options: readonly Option[], buttons: readonly Option[], look: Look): Reserve[] {
  const off = new Map((position.off_map ?? []).map((u) => [u.unit, u]));
  const sole = soleUnit(options);
  return unitsOffMap(options, position.counters)
    .filter((unit) => unit === sole || !buttons.some((o) => o.target.unit === unit))
    .map((unit) => {
      const found = off.get(unit);
      return { unit, counter: found ? fresh(found, look) : null };
    });
}

/** Units of a stack that are as fast as each other: whoever leaves the slow ones behind picks the others at once. */
export interface Pace {
  movement: number;
  units: string[];
}

/** The figure by which units are as fast as each other: the one at the right, where counters have their movement. */
export function paceFigure({ figures }: Look): Figure | undefined {
  return figures.find(({ place, sums }) => place === 'right' && !sums);
}

/** The paces in a stack, the fastest first; none where all are alike. Single units are picked one by one. */
export function pacesOf(stack: readonly Counter[], look: Look): Pace[] {
  const figure = paceFigure(look);
  if (!figure) return [];
  const paces = new Map<number, string[]>();
  for (const counter of stack) {
    const movement = known(counter, figure);
    if (movement !== undefined) paces.set(movement, [...(paces.get(movement) ?? []), counter.unit]);
  }
  const found = [...paces].map(([movement, units]) => ({ movement, units })).sort((a, b) => b.movement - a.movement);
  return found.length > 1 ? found.filter(({ units }) => units.length > 1) : [];
}
