// The lines that a sheet may go on with, put in order for a reader: under their headings, and those that differ in
// nothing but a number as one row in which the number is set.

import type { Option } from '../api/protocol';

/** One row: a line, or several of which one is chosen by its amount, the smallest first. */
export interface LineRow {
  key: string;
  lines: Option[];
}

export interface LineGroup {
  title: string;
  rows: LineRow[];
}

/** Up to so many rows all groups lie open. */
export const FEW_ROWS = 10;

/** What a line is about, its amount aside. */
export function aboutOf({ id, group, what, amount, target }: Option): string {
  if (amount === undefined) return id;
  return JSON.stringify([group, what, target.unit, target.start, target.hex, target.hexside]);
}

export function lineGroups(lines: readonly Option[]): LineGroup[] {
  const groups = new Map<string, Map<string, Option[]>>();
  for (const line of lines) {
    const title = line.group ?? '';
    const rows = groups.get(title) ?? new Map<string, Option[]>();
    const key = aboutOf(line);
    rows.set(key, [...(rows.get(key) ?? []), line]);
    groups.set(title, rows);
  }
  return [...groups].map(([title, rows]) => ({
    title,
    rows: [...rows].map(([key, found]) => ({ key, lines: found.sort((a, b) => (a.amount ?? 0) - (b.amount ?? 0)) })),
  }));
}

/** The lines in which all the words are found. */
export function sought(lines: readonly Option[], words: string): Option[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return [...lines];
  return lines.filter(({ text, group, target }) => {
    const told = [text, group, target.hex, target.hexside, target.start, target.unit].join(' ').toLowerCase();
    return wanted.every((word) => told.includes(word));
  });
}

/** "3 men": what stands on the arrow of a line. */
export function amountWords({ amount, what }: Pick<Option, 'amount' | 'what'>): string {
  return amount === undefined ? '' : [amount, what].filter((word) => word !== undefined && word !== '').join(' ');
}
