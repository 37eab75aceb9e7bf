// Values of a form: what is typed into its fields, what that tells the rulebook, and the way back from an entry.

import type { FormField, JudgingForm, Told } from '../api/judging';

/** Text and choices as text, flags, several choices, or entries with values of their own. */
export type Value = string | boolean | string[] | Values[];
export interface Values {
  [field: string]: Value;
}

/** The values of an empty form. */
export function emptyValues(fields: readonly FormField[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, emptyValue(field)]));
}

function emptyValue(field: FormField): Value {
  if (field.kind === 'entries') return Array.from({ length: field.least }, () => emptyValues(field.parts));
  if (field.kind === 'flag') return false;
  if (field.kind === 'choice' && field.several) return [];
  return field.default == null ? '' : String(field.default);
}

/** What the values tell: nothing of what is empty. */
export function toldOf(form: JudgingForm, values: Values): Told {
  return { ...form.fixed, ...toldBy(form.fields, values) };
}

function toldBy(fields: readonly FormField[], values: Values): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => [field.name, told(field, values[field.name])] as const).filter(([, v]) => v !== undefined),
  );
}

function told(field: FormField, value: Value | undefined): unknown {
  if (field.kind === 'entries') {
    const entries = ((value ?? []) as Values[]).map((one) => toldBy(field.parts, one)).filter((one) => Object.keys(one).length > 0);
    if (!entries.length) return undefined;
    return field.several
      ? entries.map((one) => (field.bare && Object.keys(one).join() === field.bare ? one[field.bare] : one))
      : entries[0];
  }
  if (field.kind === 'flag') return value === true ? true : undefined;
  if (Array.isArray(value)) return value.length ? value : undefined;
  const text = typeof value === 'string' ? value.trim() : '';
  if (!text) return undefined;
  // What is no whole number goes as it stands: the rulebook says what would do.
  if (field.kind === 'number') return /^[-+]?\d{1,9}$/.test(text) ? Number(text) : text;
  return field.several && field.kind === 'text' ? text.split(/[\s,]+/) : text;
}

/** The values that would tell what an entry was told. */
export function valuesOf(fields: readonly FormField[], given: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(
    fields.map((field) => [field.name, given[field.name] === undefined ? unset(field) : valueOf(field, given[field.name])]),
  );
}

function unset(field: FormField): Value {
  return field.kind === 'flag' || field.kind === 'entries' || (field.kind === 'choice' && field.several) ? emptyValue(field) : '';
}

function valueOf(field: FormField, given: unknown): Value {
  if (field.kind === 'flag') return given === true;
  const listed = Array.isArray(given) ? (given as unknown[]) : [given];
  if (field.kind === 'entries')
    return listed.map((one) =>
      valuesOf(field.parts, typeof one === 'object' && one ? (one as Record<string, unknown>) : { [field.bare]: one }),
    );
  if (field.kind === 'choice' && field.several) return listed.map(String);
  return listed.map(String).join(' ');
}

/** The form by which an entry was described: whose fixed words it has, and of whose fields it tells the most. */
export function formOf(forms: readonly JudgingForm[], given: Readonly<Record<string, unknown>>): JudgingForm {
  const fits = forms.filter((form) => Object.entries(form.fixed).every(([name, value]) => given[name] === value));
  const count = (form: JudgingForm): number => form.fields.filter(({ name }) => name in given).length;
  return [...(fits.length ? fits : forms)].sort((a, b) => count(b) - count(a))[0]!;
}
