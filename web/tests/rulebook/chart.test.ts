import { expect, it } from 'vitest';

import type { PrintedTable } from '../../src/api/study';
import { chartRows, columnOn } from '../../src/rulebook/chart';

const TABLE: PrintedTable = {
  name: 'combat',
  title: 'Combat results',
  paragraph: '2.3',
  source: 'Ours',
  provenance: 'printed',
  rows: { name: 'die', labels: ['1', '2'] },
  columns: { name: 'odds', labels: ['1:1', '2:1'] },
  cells: { '1': ['a', 'b'], '2': ['c', 'd'] },
  cell_provenance: { '2/1:1': 'inferred', '2/2:1': 'printed' },
};

it('the cell that is read is lit, and its row and column lead to it', () => {
  const rows = chartRows(TABLE, [{ table: 'combat', row: '2', column: '2:1' }]);
  expect(rows.map(({ cells }) => cells.map(({ lit }) => lit))).toEqual([
    ['', 'near'],
    ['near', 'read'],
  ]);
  expect(rows.map(({ on }) => on)).toEqual([false, true]);
  expect(TABLE.columns.labels.map((label) => columnOn(TABLE, [{ table: 'combat', row: '2', column: '2:1' }], label))).toEqual([
    false,
    true,
  ]);
});

it('a row that is read as a whole is lit as a whole', () => {
  const rows = chartRows(TABLE, [{ table: 'combat', row: '1', column: null }]);
  expect(rows[0]!.cells.map(({ lit }) => lit)).toEqual(['read', 'read']);
});

it('cells of another table light nothing here', () => {
  expect(chartRows(TABLE, [{ table: 'terrain', row: '1', column: '1:1' }]).every(({ cells }) => cells.every(({ lit }) => lit === ''))).toBe(
    true,
  );
});

it('a cell says where it comes from only where that is elsewhere than the table', () => {
  expect(chartRows(TABLE, [])[1]!.cells.map(({ provenance }) => provenance)).toEqual(['inferred', '']);
});
