// Form fields of what Control may edit. What everything is called and how its numbers read is told by the rulebook.

import type { Change, EditablePosition, PositionField } from '../api/control';

export interface EditField {
  column: string;
  at: number;
  label: string;
  /** How it is written: a number, a hex by its printed name, yes and no, or one of some words. */
  kind: 'number' | 'hex' | 'yes' | 'word';
  words: [number, string][];
  value: string;
}

/** What was written into a field. */
export interface Written {
  field: EditField;
  text: string;
}

export interface FieldGroup {
  name: string;
  fields: EditField[];
}

/** The kernel's number for no hex. */
const OFF_MAP = -1;
/** So many fields of a unit are shown at once: the rulebook names those first that are wanted most. */
const FIRST = 4;

/** The fields of one unit: first those that are wanted most, then the rest. */
export function unitFields(position: EditablePosition, unit: string): { first: EditField[]; more: EditField[] } {
  const at = position.units.indexOf(unit);
  const fields = at < 0 ? [] : position.fields.filter((f) => f.of_units).flatMap((f) => entry(position, f, at, f.title));
  return { first: fields.slice(0, FIRST), more: fields.slice(FIRST) };
}

/** What is said of one hex: in which of the sets it is, and what stands under its name or those of its hexsides. */
export function hexFields(position: EditablePosition, hex: string): EditField[] {
  const at = position.names.hexes[hex];
  if (at === undefined) return [];
  const sets = position.fields
    .filter((f) => f.kind === 'hexes')
    .map((f): EditField => {
      const value = position.sets[f.name]?.includes(hex) ? '1' : '0';
      return { column: f.name, at, label: f.title, kind: 'yes', words: [], value };
    });
  const entries = position.fields
    .filter((f) => isOfPlaces(position, f))
    .flatMap((f) =>
      f.entries.flatMap((name, i) =>
        placesOf(name).includes(hex) ? entry(position, f, i, name === hex ? f.title : `${f.title}, ${name}`) : [],
      ),
    );
  return [...sets, ...entries];
}

/** "0304/0305" is the hexside of two hexes. */
function placesOf(name: string): string[] {
  return name.split('/');
}

/** Whether the entries of a field are the hexes or hexsides of the map: there are too many to list them all. */
function isOfPlaces(position: EditablePosition, { entries }: PositionField): boolean {
  const named = entries.filter(Boolean);
  return named.length > 0 && named.every((name) => placesOf(name).every((hex) => hex in position.names.hexes));
}

/** What belongs to no unit and no hex, in the groups of the rulebook; those of none come first. */
export function gameGroups(position: EditablePosition): FieldGroup[] {
  const groups = new Map<string, EditField[]>([['', []]]);
  for (const field of position.fields) {
    if (field.of_units || field.kind === 'hexes' || isOfPlaces(position, field)) continue;
    const found = field.entries.length
      ? field.entries.flatMap((name, at) => entry(position, field, at, field.entries.length > 1 ? `${field.title}, ${name}` : field.title))
      : entry(position, field, -1, field.title);
    groups.set(field.group, [...(groups.get(field.group) ?? []), ...found]);
  }
  return [...groups].map(([name, fields]) => ({ name, fields })).filter((group) => group.fields.length);
}

/** What was written, as changes; a sentence where something is no number or no hex. */
export function changesOf(position: EditablePosition, written: Iterable<Written>): Change[] | string {
  const changes: Change[] = [];
  for (const { field, text: given } of written) {
    const text = given.trim();
    const value = field.kind === 'hex' ? hexNumber(position, text) : /^-?\d+$/.test(text) ? Number(text) : null;
    if (value === null)
      return field.kind === 'hex'
        ? `The map has no hex “${text}”; leave it empty for off the map.`
        : `${field.label}: “${text}” is no whole number.`;
    changes.push([field.column, field.at, value]);
  }
  return changes;
}

export function fieldKey({ column, at }: Pick<EditField, 'column' | 'at'>): string {
  return `${column} ${at}`;
}

function entry(position: EditablePosition, { name, kind, words }: PositionField, at: number, label: string): EditField[] {
  const value = at < 0 ? position.numbers[name] : position.columns[name]?.[at];
  if (typeof value !== 'number' || kind === 'hexes') return [];
  return [{ column: name, at, label, kind, words, value: kind === 'hex' ? hexName(position, value) : String(value) }];
}

function hexName(position: EditablePosition, value: number): string {
  return Object.entries(position.names.hexes).find(([, number]) => number === value)?.[0] ?? '';
}

function hexNumber(position: EditablePosition, text: string): number | null {
  return text === '' ? OFF_MAP : (position.names.hexes[text] ?? null);
}
