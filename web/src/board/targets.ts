// Targets of options: units, hexes and hexsides. The board lights those targets and turns a click into an option, a narrower
// choice, or a question why not. It compares names and knows nothing else about options.

import type { Counter, Option, Target } from '../api/protocol';

/** What has been chosen so far of an option that needs both a unit (or a hex to start from) and a hex or hexside. */
export type Narrowed = Target;

export interface Lit {
  hexes: ReadonlySet<string>;
  units: ReadonlySet<string>;
  hexsides: ReadonlySet<string>;
}

export type Click =
  | { kind: 'answer'; option: Option }
  | { kind: 'several'; options: Option[]; narrowed: Narrowed }
  | { kind: 'narrow'; narrowed: Narrowed }
  | { kind: 'unlit'; target: Target };

/** The options that fit what has been narrowed; a hexside lies at both of its hexes. */
export function fitting(options: readonly Option[], narrowed: Narrowed): Option[] {
  return options.filter(
    ({ target }) =>
      (narrowed.unit === undefined || target.unit === narrowed.unit) &&
      (narrowed.start === undefined || target.start === narrowed.start) &&
      (narrowed.hexside === undefined || target.hexside === narrowed.hexside) &&
      (narrowed.hex === undefined || target.hex === narrowed.hex || isAt(target, narrowed.hex)),
  );
}

/** Whether the hexside that is aimed at lies at a hex. */
function isAt({ hexside }: Target, hex: string): boolean {
  return hexside?.split('/').includes(hex) ?? false;
}

/** Whether an option begins at a hex of which it has to be said that it is meant. */
function startsFree({ target }: Option): boolean {
  return target.start !== undefined && target.unit === undefined && (target.hex !== undefined || target.hexside !== undefined);
}

/** Options that point at nothing on the board: they are buttons. */
export function plain(options: readonly Option[]): Option[] {
  return options.filter(({ target }) => target.unit === undefined && target.hex === undefined && target.hexside === undefined);
}

/** What is lit: units first where an option names both, its hexes once the unit is chosen or is the only one. */
export function lit(options: readonly Option[], narrowed: Narrowed): Lit {
  const hexes = new Set<string>();
  const units = new Set<string>();
  const hexsides = new Set<string>();
  const sole = soleUnit(options);
  for (const option of fitting(options, narrowed)) {
    const { target } = option;
    if (target.unit !== undefined && narrowed.unit === undefined) units.add(target.unit);
    if (target.unit !== undefined && narrowed.unit === undefined && target.unit !== sole) continue;
    if (startsFree(option) && narrowed.start === undefined) {
      hexes.add(target.start!);
      continue;
    }
    if (target.hex !== undefined) hexes.add(target.hex);
    if (target.hexside !== undefined) hexsides.add(target.hexside);
  }
  // So do other hexes to start from.
  if (narrowed.start !== undefined) for (const option of options) if (startsFree(option)) hexes.add(option.target.start!);
  // Other units stay choosable while one is: changing one's mind is one click.
  if (narrowed.unit !== undefined) for (const { target } of options) if (target.unit !== undefined) units.add(target.unit);
  return { hexes, units, hexsides };
}

/** What a click on a counter or a hex means. A counter stands for its hex when only the hex is lit. */
export function clicked(options: readonly Option[], narrowed: Narrowed, on: Target): Click {
  const begun: Narrowed = {
    ...(narrowed.unit === undefined ? {} : { unit: narrowed.unit }),
    ...(narrowed.start === undefined ? {} : { start: narrowed.start }),
  };
  if (on.hexside !== undefined) {
    const across = fitting(options, { ...begun, hexside: on.hexside });
    if (across.length) return decided(across, { ...begun, hexside: on.hexside });
  }
  // Another hex to start from may be chosen instead.
  const restarts = on.hex !== undefined && on.hex !== narrowed.start && options.some((o) => startsFree(o) && o.target.start === on.hex);
  if (on.hex !== undefined && (narrowed.unit !== undefined || narrowed.start !== undefined)) {
    const there = fitting(options, { ...begun, hex: on.hex });
    const exactly = there.filter(({ target }) => target.hex === on.hex);
    if (exactly.length) return decided(exactly, { ...begun, hex: on.hex });
    if (there.length && on.unit === undefined && !restarts && on.hex !== narrowed.start) return decided(there, { ...begun, hex: on.hex });
    if (on.hex === narrowed.start) return { kind: 'narrow', narrowed: {} };
  }
  if (on.unit !== undefined) {
    const its = options.filter(({ target }) => target.unit === on.unit);
    if (its.some(({ target }) => target.hex === undefined)) return decided(its, { unit: on.unit });
    if (its.length) return narrowed.unit === on.unit ? { kind: 'narrow', narrowed: {} } : { kind: 'narrow', narrowed: { unit: on.unit } };
  }
  if (on.hex !== undefined) {
    const here = options.filter(({ target }) => target.hex === on.hex);
    const alone = here.filter(({ target }) => target.unit === undefined);
    if (alone.length && !alone.every(startsFree)) return decided(alone, { hex: on.hex });
    if (here.length && here[0]!.target.unit === soleUnit(options)) return decided(here, { hex: on.hex });
    if (restarts) return { kind: 'narrow', narrowed: { start: on.hex } };
    if (here.length && narrowed.unit === undefined) return { kind: 'several', options: here, narrowed: { hex: on.hex } };
    const beside = fitting(options, { ...begun, hex: on.hex }).filter(
      ({ target }) => target.unit === undefined || begun.unit !== undefined,
    );
    if (beside.length) return decided(beside, { ...begun, hex: on.hex });
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
  const units = new Set(
    options.flatMap(({ target }) =>
      target.unit !== undefined && (target.hex !== undefined || target.hexside !== undefined) ? [target.unit] : [],
    ),
  );
  return units.size === 1 ? [...units][0] : undefined;
}

function decided(options: Option[], narrowed: Narrowed): Click {
  return options.length === 1 ? { kind: 'answer', option: options[0]! } : { kind: 'several', options, narrowed };
}
