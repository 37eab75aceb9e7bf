// Targets of options: units and hexes. The board lights those targets and turns a click into an option, a narrower
// choice, or a question why not. It compares names and knows nothing else about options.

import type { Counter, Option, Target } from '../api/protocol';

/** What has been chosen so far of an option that needs both a unit and a hex. */
export type Narrowed = Target;

export interface Lit {
  hexes: ReadonlySet<string>;
  units: ReadonlySet<string>;
}

export type Click =
  | { kind: 'answer'; option: Option }
  | { kind: 'several'; options: Option[]; narrowed: Narrowed }
  | { kind: 'narrow'; narrowed: Narrowed }
  | { kind: 'unlit'; target: Target };

/** The options that fit what has been narrowed. */
export function fitting(options: readonly Option[], narrowed: Narrowed): Option[] {
  return options.filter(
    ({ target }) =>
      (narrowed.unit === undefined || target.unit === narrowed.unit) && (narrowed.hex === undefined || target.hex === narrowed.hex),
  );
}

/** Options that point at nothing on the board: they are buttons. */
export function plain(options: readonly Option[]): Option[] {
  return options.filter(({ target }) => target.unit === undefined && target.hex === undefined);
}

/** What is lit: units first where an option names both, its hexes once the unit is chosen or is the only one. */
export function lit(options: readonly Option[], narrowed: Narrowed): Lit {
  const hexes = new Set<string>();
  const units = new Set<string>();
  const sole = soleUnit(options);
  for (const { target } of fitting(options, narrowed)) {
    if (target.unit !== undefined && narrowed.unit === undefined) units.add(target.unit);
    if (target.hex !== undefined && (target.unit === undefined || narrowed.unit !== undefined || target.unit === sole))
      hexes.add(target.hex);
  }
  // Other units stay choosable while one is: changing one's mind is one click.
  if (narrowed.unit !== undefined) for (const { target } of options) if (target.unit !== undefined) units.add(target.unit);
  return { hexes, units };
}

/** What a click on a counter or a hex means. A counter stands for its hex when only the hex is lit. */
export function clicked(options: readonly Option[], narrowed: Narrowed, on: Target): Click {
  if (on.hex !== undefined && narrowed.unit !== undefined) {
    const there = fitting(options, { unit: narrowed.unit, hex: on.hex });
    if (there.length) return decided(there, { unit: narrowed.unit, hex: on.hex });
  }
  if (on.unit !== undefined) {
    const its = options.filter(({ target }) => target.unit === on.unit);
    if (its.some(({ target }) => target.hex === undefined)) return decided(its, { unit: on.unit });
    if (its.length) return narrowed.unit === on.unit ? { kind: 'narrow', narrowed: {} } : { kind: 'narrow', narrowed: { unit: on.unit } };
  }
  if (on.hex !== undefined) {
    const here = options.filter(({ target }) => target.hex === on.hex);
    const alone = here.filter(({ target }) => target.unit === undefined);
    if (alone.length) return decided(alone, { hex: on.hex });
    if (here.length && here[0]!.target.unit === soleUnit(options)) return decided(here, { hex: on.hex });
    if (here.length && narrowed.unit === undefined) return { kind: 'several', options: here, narrowed: { hex: on.hex } };
  }
  return { kind: 'unlit', target: on };
}

/** Units named by options that have no counter on the map: they can only be chosen from a list. */
export function unitsOffMap(options: readonly Option[], counters: readonly Counter[]): string[] {
  const onMap = new Set(counters.map(({ unit }) => unit));
  const found = new Set<string>();
  for (const { target } of options) if (target.unit !== undefined && !onMap.has(target.unit)) found.add(target.unit);
  return [...found];
}

/** The unit that all options with a unit and a hex are about, if it is one and the same. */
export function soleUnit(options: readonly Option[]): string | undefined {
  const units = new Set(options.flatMap(({ target }) => (target.unit !== undefined && target.hex !== undefined ? [target.unit] : [])));
  return units.size === 1 ? [...units][0] : undefined;
}

function decided(options: Option[], narrowed: Narrowed): Click {
  return options.length === 1 ? { kind: 'answer', option: options[0]! } : { kind: 'several', options, narrowed };
}
