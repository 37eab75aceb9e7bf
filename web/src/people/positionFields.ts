// What Control may edit, as fields with names in words. Columns with one entry for every unit are found by their length;
// which entry belongs to which unit is worked out from the view, and trusted only if every hex agrees.

import type { Counter, OffMap } from '../protocol';
import type { Change, EditablePosition } from './wire';

export interface EditField {
  column: string;
  at: number;
  label: string;
  /** How it is written: a number, a hex by its printed name, or yes and no. */
  kind: 'number' | 'hex' | 'yes';
  value: string;
}

/** The kernel's column of hexes, -1 off the map. */
const HEX_OF = 'hex_of';
const OFF_MAP = -1;
const SHORT: Record<string, string> = { sp: 'strength', rp: 'replacement points', mp: 'movement points', drm: 'die-roll modifier', los: 'line of supply', cat: 'category', of: '' };

/** "battle_attacker_sp" as "Battle attacker strength". */
export function fieldLabel(name: string): string {
  const words = name.split('_').map((word) => SHORT[word] ?? word).filter(Boolean).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The entry of every unit in the columns; empty where the view does not fit them. */
export function unitEntries(position: EditablePosition, counters: readonly Counter[], offMap: readonly OffMap[]): Map<string, number> {
  const hexOf = position.columns[HEX_OF] ?? [];
  if (hexOf.length !== counters.length + offMap.length) return new Map();
  const on = [...counters];
  const off = [...offMap];
  const found = new Map<string, number>();
  for (const [at, hex] of hexOf.entries()) {
    const unit = hex === OFF_MAP ? off.shift() : on.shift();
    if (!unit || ('hex' in unit && position.names.hexes[unit.hex] !== hex)) return new Map();
    found.set(unit.unit, at);
  }
  return found;
}

/** The fields of one unit: first those that its counter shows, then the rest. */
export function unitFields(position: EditablePosition, at: number, counter: Counter | OffMap): { first: EditField[]; more: EditField[] } {
  const length = position.columns[HEX_OF]?.length;
  const columns = Object.entries(position.columns).filter(([, entries]) => entries.length === length && typeof entries[at] === 'number');
  const shown = (name: string): boolean => name === HEX_OF || name === 'sp' || name in counter;
  const field = ([column, entries]: (typeof columns)[number]): EditField => {
    const value = entries[at] as number;
    if (column === HEX_OF) return { column, at, label: 'Hex', kind: 'hex', value: hexName(position, value) };
    const yes = typeof (counter as unknown as Record<string, unknown>)[column] === 'boolean';
    return { column, at, label: fieldLabel(column), kind: yes ? 'yes' : 'number', value: String(value) };
  };
  return { first: columns.filter(([name]) => shown(name)).map(field), more: columns.filter(([name]) => !shown(name)).map(field) };
}

/** The plain numbers in groups: those of a common first word together, the others at the front under no name. */
export function numberGroups(position: EditablePosition): { name: string; fields: EditField[] }[] {
  const fields = Object.entries(position.numbers)
    .filter(([, value]) => typeof value === 'number')
    .map(([column, value]): EditField => ({ column, at: -1, label: fieldLabel(column), kind: 'number', value: String(value) }));
  const first = (field: EditField): string => field.column.split('_')[0]!;
  const groups = new Map<string, EditField[]>([['', []]]);
  for (const field of fields) {
    const together = fields.filter((other) => first(other) === first(field)).length > 2;
    const name = together ? fieldLabel(first(field)) : '';
    groups.set(name, [...(groups.get(name) ?? []), field]);
  }
  return [...groups].map(([name, its]) => ({ name, fields: its })).filter((group) => group.fields.length);
}

/** What was written in the fields, as changes; a sentence where something is no number or no hex. */
export function changesOf(position: EditablePosition, fields: readonly EditField[], written: ReadonlyMap<string, string>): Change[] | string {
  const changes: Change[] = [];
  for (const field of fields) {
    const text = written.get(fieldKey(field))?.trim();
    if (text === undefined || text === field.value) continue;
    const value = field.kind === 'hex' ? hexNumber(position, text) : /^-?\d+$/.test(text) ? Number(text) : null;
    if (value === null) return field.kind === 'hex' ? `The map has no hex “${text}”; leave it empty for off the map.` : `${field.label}: “${text}” is no whole number.`;
    changes.push([field.column, field.at, value]);
  }
  return changes;
}

export function fieldKey({ column, at }: Pick<EditField, 'column' | 'at'>): string {
  return `${column} ${at}`;
}

function hexName(position: EditablePosition, value: number): string {
  return Object.entries(position.names.hexes).find(([, number]) => number === value)?.[0] ?? '';
}

function hexNumber(position: EditablePosition, text: string): number | null {
  return text === '' ? OFF_MAP : (position.names.hexes[text] ?? null);
}
