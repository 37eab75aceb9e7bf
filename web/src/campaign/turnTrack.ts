// The turn track: turns that belong together, as the rulebook puts them.

export interface TurnGroup {
  /** A short name; empty where there is none. */
  label: string;
  turns: { number: number; name: string }[];
}

/** The turns by their groups; without any, one after another. */
export function turnGroups(names: readonly string[], groups: readonly (readonly [string, number])[] = []): TurnGroup[] {
  const numbered = names.map((name, i) => ({ number: i + 1, name }));
  if (!groups.length) return numbered.map((turn) => ({ label: '', turns: [turn] }));
  let from = 0;
  return groups.map(([label, count]) => ({ label, turns: numbered.slice(from, (from += count)) }));
}
