import { describe, expect, it } from 'vitest';

import type { EditablePosition, PositionField } from '../../src/api/control';
import { ControlDesk } from '../../src/control/controlDesk.svelte';
import { changesOf, gameGroups, hexFields, unitFields } from '../../src/control/positionFields';

describe("Control's fields", () => {
  const field = (given: Partial<PositionField> & Pick<PositionField, 'name' | 'title'>): PositionField => ({
    kind: 'number',
    of_units: false,
    entries: [],
    words: [],
    group: '',
    ...given,
  });
  const position: EditablePosition = {
    version: 1,
    columns: { hex_of: [7, -1, 9], sp: [4, 2, 3], spent: [0, 0, 1], fate: [0, 3, 0], due: [0, 2, 0], air: [0, 1] },
    numbers: { turn: 2, battle_hex: -1, held: '0xff' },
    sets: { held: ['0101'] },
    names: { hexes: { '0101': 7, '0102': 8, '0103': 9 } },
    units: ['a', 'b', 'c'],
    fields: [
      field({ name: 'hex_of', title: 'Hex', kind: 'hex', of_units: true }),
      field({ name: 'sp', title: 'Strength', of_units: true }),
      field({ name: 'spent', title: 'Spent', kind: 'yes', of_units: true }),
      field({
        name: 'fate',
        title: 'Where it is',
        kind: 'word',
        of_units: true,
        words: [
          [0, 'on the map'],
          [3, 'still to come'],
        ],
      }),
      field({ name: 'due', title: 'Arrives in turn', of_units: true }),
      field({ name: 'held', title: 'Held by Red', kind: 'hexes' }),
      field({ name: 'turn', title: 'Turn' }),
      field({
        name: 'air',
        title: 'Air unit',
        kind: 'word',
        words: [
          [0, 'both'],
          [1, 'none'],
        ],
        entries: ['North', 'South'],
        group: 'Air',
      }),
      field({ name: 'battle_hex', title: 'Fought in', kind: 'hex', group: 'Combat' }),
    ],
  };

  it('are those of the unit that is chosen, as the rulebook calls them', () => {
    const { first, more } = unitFields(position, 'a');
    expect(first.map((f) => [f.label, f.kind, f.value])).toEqual([
      ['Hex', 'hex', '0101'],
      ['Strength', 'number', '4'],
      ['Spent', 'yes', '0'],
      ['Where it is', 'word', '0'],
    ]);
    expect(more.map((f) => f.label)).toEqual(['Arrives in turn']);
    expect(unitFields(position, 'b').first.map((f) => f.value)).toEqual(['', '2', '0', '3']);
    expect(unitFields(position, 'nobody').first).toEqual([]);
  });
  it('say of a hex in which sets it is', () => {
    expect(hexFields(position, '0101').map((f) => [f.label, f.at, f.value])).toEqual([['Held by Red', 7, '1']]);
    expect(hexFields(position, '0102')[0]!.value).toBe('0');
    expect(hexFields(position, '9999')).toEqual([]);
  });
  it('of the whole game stand in the groups of the rulebook', () => {
    expect(gameGroups(position).map((g) => [g.name, g.fields.map((f) => f.label)])).toEqual([
      ['', ['Turn']],
      ['Air', ['Air unit, North', 'Air unit, South']],
      ['Combat', ['Fought in']],
    ]);
  });
  it('become changes as they were written, of several units at once', () => {
    const desk = new ControlDesk();
    const [hex, , spent] = unitFields(position, 'a').first;
    desk.write(hex!, '0102');
    desk.write(spent!, '1');
    desk.choose('c');
    desk.write(unitFields(position, 'c').first[0]!, '');
    desk.write(hexFields(position, '0101')[0]!, '0');
    expect(changesOf(position, desk.written.values())).toEqual([
      ['hex_of', 0, 8],
      ['spent', 0, 1],
      ['hex_of', 2, -1],
      ['held', 7, 0],
    ]);
    desk.write(spent!, '0');
    expect(desk.written.size).toBe(3);
  });
  it('take the hex that is clicked on the map only when one was asked for', () => {
    const desk = new ControlDesk();
    const hex = unitFields(position, 'a').first[0]!;
    expect(desk.picked('0103')).toBe(false);
    desk.pick(hex, true);
    expect(desk.folded).toBe(true);
    expect(desk.picked('0103')).toBe(true);
    expect([desk.value(hex), desk.folded, desk.picking]).toEqual(['0103', false, null]);
  });
  it('say what is no hex and no number', () => {
    const [hex, strength] = unitFields(position, 'a').first;
    expect(changesOf(position, [{ field: hex!, text: '9999' }])).toMatch(/no hex/);
    expect(changesOf(position, [{ field: strength!, text: 'many' }])).toMatch(/no whole number/);
  });
});
