// How the game at hand looks, as its rulebook describes it: the figures and marks of counters, and its words.

import type { Appearance, Counter, CounterMark, Figure, Measure, OffMap, Scenario } from '../api/protocol';
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
  movement: { short: '', short_one: '', one: '', many: '' },
  risk: { name: '', some: '', none: '' },
  pairings: '',
  cells: {},
  concerns: {},
  endings: [],
  sighting: { words: '', age: '', measure: { short: '', short_one: '', one: '', many: '' } },
  card: [],
};

export function lookOf(scenario: Pick<Scenario, 'livery' | 'appearance'> | null | undefined): Look {
  return scenario ? { ...scenario.appearance, livery: scenario.livery } : PLAIN;
}

/** The short word beside a number: "1 man", "2 men". */
export function shortWord({ short, short_one: one }: Measure, value: number | string): string {
  return one && String(value) === '1' ? one : short;
}

/** The figure that is added up: the strength of a unit, where the game knows such a thing. */
export function strengthFigure({ figures }: Look): Figure | undefined {
  return figures.find(({ sums }) => sums);
}

/** A figure as this seat knows it; undefined where it does not, or where the counter has none. */
export function known(counter: Counter | OffMap, figure: Figure): number | undefined {
  const [least, most] = bounds(counter, figure) ?? [];
  return number(counter[figure.field]) ?? (least === most ? most : undefined);
}

/** The least and the most that a figure can be by what everybody has seen; undefined where the counter does not tell. */
export function bounds(counter: Counter | OffMap, figure: Figure): [number, number] | undefined {
  const [least, most] = [number(counter[figure.least]), number(counter[figure.most])];
  return least === undefined || most === undefined ? undefined : [least, most];
}

/** The most that a figure can be as far as this seat knows. */
export function highest(counter: Counter | OffMap, figure: Figure): number | undefined {
  return known(counter, figure) ?? bounds(counter, figure)?.[1] ?? printed(counter, figure);
}

/** A figure as it is printed, or else as it is. */
export function printed(counter: Counter | OffMap, figure: Figure): number | undefined {
  return number(counter[figure.printed]) ?? known(counter, figure);
}

/** The strength of a unit as far as this seat knows it: what is left, or the most that can be; 0 where it has none. */
export function strengthOf(counter: Counter | OffMap, look: Look): number {
  const figure = strengthFigure(look);
  return (figure && highest(counter, figure)) ?? 0;
}

/** Less than printed, for all that this seat knows. */
export function isReduced(counter: Counter | OffMap, figure: Figure): boolean {
  const [now, full] = [highest(counter, figure), printed(counter, figure)];
  return now !== undefined && full !== undefined && now < full;
}

/** A figure as it stands on the counter: what is left, or the most that can be with a question mark; nothing where it has none. */
export function figureText(counter: Counter | OffMap, figure: Figure): string {
  const [now, most] = [known(counter, figure), highest(counter, figure)];
  return now !== undefined ? String(now) : most === undefined ? '' : `${most}?`;
}

/** "2 to 4", "up to 4", "4": a number of which the least and the most are known. */
export function rangeText(least: number, most: number): string {
  return least === most ? String(most) : least > 1 ? `${least} to ${most}` : `up to ${most}`;
}

/** A figure in words: what is left, or its bounds; nothing where the counter has none. */
export function figureWords(counter: Counter | OffMap, figure: Figure): string {
  const [now, [least, most]] = [known(counter, figure), bounds(counter, figure) ?? [0, highest(counter, figure)]];
  return now !== undefined ? String(now) : most === undefined ? '' : rangeText(least, most);
}

/** The marks that lie on a counter. */
export function marksOn(counter: Counter | OffMap, { marks }: Look): CounterMark[] {
  return marks.filter(({ field, when }) => counter[field] === when);
}

/** Whether a counter stands for a report of what was seen. */
export function isSighting(counter: Counter | OffMap, { sighting }: Look): boolean {
  return sighting.words !== '' && typeof counter[sighting.words] === 'string';
}

/** How old the report is for which a counter stands; undefined where it is none, or where that is not told. */
export function ageOf(counter: Counter | OffMap, look: Look): number | undefined {
  return isSighting(counter, look) ? number(counter[look.sighting.age]) : undefined;
}

/** "direction N, type infantry; 2 turns ago": the words of a report as they were given, and their age; nothing of others. */
export function reportWords(counter: Counter | OffMap, look: Look): string {
  if (!isSighting(counter, look)) return '';
  const { one, many, short } = look.sighting.measure;
  const age = ageOf(counter, look);
  const when = age === undefined ? '' : age === 0 ? `in this ${short}` : `${age} ${age === 1 ? one : many} ago`;
  return [counter[look.sighting.words], when].filter(Boolean).join('; ');
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
