import { expect, it } from 'vitest';

import type { Option } from '../../src/api/protocol';
import { draftLayers } from '../../src/sheets/draftMarks';
import { amountWords, lineGroups, sought } from '../../src/sheets/lineGroups';
import { phaseLeft } from '../../src/sheets/phaseClock';
import { counter, option } from '../boards';

function line(id: string, more: Partial<Option>): Option {
  return { ...option(id, more.target ?? {}), ...more };
}

const across = { start: '0202', hexside: '0202/0203' };
const lines = [
  line('men:2', { group: 'Attack', what: 'men', amount: 2, target: across, text: 'attack with 2 men' }),
  line('men:1', { group: 'Attack', what: 'men', amount: 1, target: across, text: 'attack with 1 man' }),
  line('tanks:1', { group: 'Attack', what: 'tanks', amount: 1, target: across, text: 'attack with 1 tank' }),
  line('wait', { group: 'Rest', text: 'wait' }),
];

it('lines that differ in a number alone are one row, under their heading', () => {
  const groups = lineGroups(lines);
  expect(groups.map(({ title }) => title)).toEqual(['Attack', 'Rest']);
  expect(groups[0]!.rows.map((row) => row.lines.map(({ id }) => id))).toEqual([['men:1', 'men:2'], ['tanks:1']]);
});

it('lines are found by all of the words, and by where they aim', () => {
  expect(sought(lines, 'with tank').map(({ id }) => id)).toEqual(['tanks:1']);
  expect(sought(lines, '0203')).toHaveLength(3);
  expect(sought(lines, ' ')).toHaveLength(4);
});

it('lines along the same way share an arrow that says what they send', () => {
  expect(amountWords(lines[0]!)).toBe('2 men');
  const [, arrows] = draftLayers([{ seat: 'red', lines: [lines[0]!, lines[2]!], ways: [], colour: 'red' }], []);
  expect(arrows!.arrows).toEqual([{ start: '0202', to: '0202/0203', colour: 'red', text: '2 men + 1 tanks', draft: true }]);
});

it('a line of a unit begins where the unit stands; one that only names a hex is marked there', () => {
  const drawn = draftLayers(
    [
      {
        seat: 'red',
        lines: [line('go', { target: { unit: 'a', hex: '0203' } }), line('dig', { target: { hex: '0301' } })],
        ways: [],
        colour: 'red',
      },
    ],
    [counter('a', '0202')],
  );
  expect(drawn[1]!.arrows![0]).toMatchObject({ start: '0202', to: '0203', text: '' });
  expect(drawn[2]!.labels).toEqual([{ at: '0301', text: '•', colour: 'red' }]);
});

it('a line whose way is known is drawn along its hexes, and not as an arrow', () => {
  const way = { line: 0, hexes: ['0202', '0302', '0203'], text: '2 sixths', begins: 0, ends: 0.333, stops: [{ hex: '0203', text: '2' }] };
  const lines = [line('go', { target: { unit: 'a', start: '0202', hex: '0203' } })];
  const [ways, arrows] = draftLayers([{ seat: 'red', lines, ways: [way], colour: 'red' }], [counter('a', '0202')]);
  expect(ways!.ways).toEqual([{ hexes: way.hexes, stops: way.stops, colour: 'red' }]);
  expect(arrows!.arrows).toEqual([]);
});

it('the time to write runs down by the server, and stands while it is stopped', () => {
  const clock = { left: 90, at: 1000, running: true, stopped: false, deadline: 1090 };
  expect(phaseLeft({ clock }, 1030)).toBe(60);
  expect(phaseLeft({ clock: { ...clock, running: false, stopped: true, deadline: null } }, 1030)).toBe(90);
  expect(phaseLeft({ clock }, 2000)).toBe(0);
  expect(phaseLeft({ clock: null }, 2000)).toBeNull();
});
