// The turn track and what each side has in hand, as a few words for a thin bar.

export interface Month {
  /** The first letters of it; empty where the turns have no common name. */
  label: string;
  turns: { number: number; name: string }[];
}

/** Turns that share the last word of their name ("1st July", "2nd July"), together. */
export function months(names: readonly string[]): Month[] {
  const found: (Month & { word: string })[] = [];
  names.forEach((name, i) => {
    const word = name.split(' ').at(-1) ?? '';
    const turn = { number: i + 1, name };
    const last = found.at(-1);
    if (last && last.word === word) last.turns.push(turn);
    else found.push({ word, label: /^\p{L}/u.test(word) ? word.slice(0, 3) : '', turns: [turn] });
  });
  return found.map(({ label, turns }) => ({ label, turns }));
}

/** The engine's word for an air unit that can still give all it has says little without its paragraph. */
export function airWords(state: string): string {
  return state === 'both' ? 'shift and reroll' : state.replaceAll('_', ' ');
}

/** What areas have, each with its name; once where it is the same everywhere. */
export function byArea(states: Readonly<Record<string, string>>): { area: string; state: string }[] {
  const listed = Object.entries(states).map(([area, state]) => ({ area, state: airWords(state) }));
  const same = new Set(listed.map(({ state }) => state)).size === 1;
  return same ? [{ area: '', state: listed[0]!.state }] : listed;
}
