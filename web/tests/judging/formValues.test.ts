import { describe, expect, it } from 'vitest';

import type { FormField, JudgingForm } from '../../src/api/judging';
import { emptyValues, formOf, toldOf, valuesOf } from '../../src/judging/formValues';

function field(name: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField {
  return {
    name,
    title: name,
    help: '',
    kind,
    choices: [],
    default: null,
    required: false,
    several: false,
    parts: [],
    bare: '',
    least: 1,
    ...more,
  };
}

const UNITS = { several: true, bare: 'strength', parts: [field('strength', 'number'), field('marks', 'choice', { several: true })] };
const FORM: JudgingForm = {
  name: 'combat',
  title: 'Combat',
  weighed: true,
  fixed: { procedure: 'combat' },
  fields: [
    field('attacker', 'entries', UNITS),
    field('steps', 'entries', { parts: [field('attacker', 'number'), field('defender', 'number')] }),
    field('river', 'flag'),
    field('weather', 'choice', { default: 'clear' }),
    field('hexes', 'text', { several: true }),
  ],
};

describe('what a form tells', () => {
  it('is nothing but its defaults while it is empty', () => {
    expect(toldOf(FORM, emptyValues(FORM.fields))).toEqual({ procedure: 'combat', weather: 'clear' });
  });

  it('is a bare number for an entry of which no more is known, and the entry where more is', () => {
    const values = {
      ...emptyValues(FORM.fields),
      attacker: [
        { strength: '25', marks: [] },
        { strength: '3', marks: ['armour'] },
      ],
    };
    expect(toldOf(FORM, values)['attacker']).toEqual([25, { strength: 3, marks: ['armour'] }]);
  });

  it('leaves entries out of which nothing is told, and sends one alone where there is but one', () => {
    const values = { ...emptyValues(FORM.fields), attacker: [{ strength: ' ', marks: [] }], steps: [{ attacker: '', defender: '2' }] };
    expect(toldOf(FORM, values)).toEqual({ procedure: 'combat', weather: 'clear', steps: { defender: 2 } });
  });

  it('leaves it to the rulebook to say what is no number', () => {
    const values = { ...emptyValues(FORM.fields), attacker: [{ strength: 'many', marks: [] }] };
    expect(toldOf(FORM, values)['attacker']).toEqual(['many']);
  });

  it('divides a text of several words', () => {
    expect(toldOf(FORM, { ...emptyValues(FORM.fields), hexes: '1108, 1109 1110' })['hexes']).toEqual(['1108', '1109', '1110']);
  });

  it('can be taken back into the form', () => {
    const given = { procedure: 'combat', attacker: [25, { strength: 3, marks: ['armour'] }], river: true, hexes: ['1108', '1109'] };
    const values = valuesOf(FORM.fields, given);
    expect(values['weather']).toBe('');
    expect(toldOf(FORM, values)).toEqual(given);
  });
});

it('an entry is found again in the form that describes it', () => {
  const other: JudgingForm = { ...FORM, name: 'death', fixed: { procedure: 'death' }, fields: [field('cities', 'number')] };
  expect(formOf([FORM, other], { procedure: 'death', cities: 3 })).toBe(other);
  const raid: JudgingForm = { ...other, name: 'raid', fixed: {} };
  expect(formOf([{ ...FORM, fixed: {} }, raid], { cities: 2 })).toBe(raid);
});
