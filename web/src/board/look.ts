// How the game at hand looks, as its rulebook describes it: the figures and marks of counters, and its words.

import type { Appearance, Counter, CounterMark, Figure, OffMap, Scenario } from '../api/protocol';
import type { Livery } from './drawing/livery';

export interface Look extends Appearance {
  livery: Livery;
}

/** A game of which nothing is known. */
export const PLAIN: Look = {
  livery: {},
  figures: [],
  marks: [],
  fates: [],
  movement: { short: '', one: '', many: '' },
  risk: { name: '', some: '', none: '' },
  pairings: '',
  cells: {},
  concerns: {},
  endings: [],
};

export function lookOf(scenario: Pick<Scenario, 'livery' | 'appearance'> | null | undefined): Look {
  return scenario ? { ...scenario.appearance, livery: scenario.livery } : PLAIN;
}

/** The figure that is added up: the strength of a unit, where the game knows such a thing. */
export function strengthFigure({ figures }: Look): Figure | undefined {
  return figures.find(({ sums }) => sums);
}

/** A figure as this seat knows it; undefined where it does not, or where the counter has none. */
export function known(counter: Counter | OffMap, { field }: Figure): number | undefined {
  return number(counter[field]);
}

/** A figure as it is printed, or else as it is. */
export function printed(counter: Counter | OffMap, figure: Figure): number | undefined {
  return number(counter[figure.printed]) ?? known(counter, figure);
}

/** The strength of a unit as far as this seat knows it: what is left, or what is printed; 0 where it has none. */
export function strengthOf(counter: Counter | OffMap, look: Look): number {
  const figure = strengthFigure(look);
  return (figure && (known(counter, figure) ?? printed(counter, figure))) ?? 0;
}

/** Less than printed. */
export function isReduced(counter: Counter | OffMap, figure: Figure): boolean {
  const [now, full] = [known(counter, figure), printed(counter, figure)];
  return now !== undefined && full !== undefined && now < full;
}

/** A figure as it stands on the counter: what is left, or what is printed with a question mark; nothing where it has none. */
export function figureText(counter: Counter | OffMap, figure: Figure): string {
  const [now, full] = [known(counter, figure), printed(counter, figure)];
  return now !== undefined ? String(now) : full === undefined ? '' : `${full}?`;
}

/** The marks that lie on a counter. */
export function marksOn(counter: Counter | OffMap, { marks }: Look): CounterMark[] {
  return marks.filter(({ field, when }) => counter[field] === when);
}

/** "1st Guards Division" is "1st Guards" on a counter. */
export function shortName({ name, unit }: Pick<Counter, 'name' | 'unit'>, { endings }: Look): string {
  const whole = name ?? unit;
  const ending = endings.find((word) => whole.endsWith(` ${word}`));
  return ending ? whole.slice(0, -ending.length - 1) : whole;
}

/** A unit that is off the map as if it stood somewhere: with all that is printed on it. */
export function fresh(unit: OffMap, { figures }: Look): Counter {
  const full = Object.fromEntries(figures.map((figure) => [figure.field, printed(unit, figure)]));
  return { ...full, ...unit, hex: '' };
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
