// Charts: which cells of a printed table are being read, and where each cell comes from.

import type { PrintedTable } from '../api/study';

/** A cell that is being read; without a column the whole row is. */
export interface Lit {
  table: string;
  row: string;
  column: string | null;
}

export interface ChartCell {
  cell: string | number;
  /** Where it comes from, if that is elsewhere than the table. */
  provenance: string;
  /** It is read; or it lies in the row or column that leads to one that is. */
  lit: 'read' | 'near' | '';
}

export function chartRows(table: PrintedTable, lit: readonly Lit[]): { label: string; on: boolean; cells: ChartCell[] }[] {
  const own = lit.filter((one) => one.table === table.name);
  return table.rows.labels.map((label) => ({
    label,
    on: own.some(({ row }) => row === label),
    cells: (table.cells[label] ?? []).map((cell, i) => {
      const column = table.columns.labels[i]!;
      const word: unknown = table.cell_provenance?.[`${label}/${column}`];
      return { cell, provenance: typeof word === 'string' && word !== table.provenance ? word : '', lit: lightOf(own, label, column) };
    }),
  }));
}

/** Whether the column is one that is read. */
export function columnOn(table: PrintedTable, lit: readonly Lit[], column: string): boolean {
  return lit.some((one) => one.table === table.name && one.column === column);
}

function lightOf(lit: readonly Lit[], row: string, column: string): ChartCell['lit'] {
  if (lit.some((one) => one.row === row && (one.column === column || one.column === null))) return 'read';
  return lit.some((one) => one.row === row || one.column === column) ? 'near' : '';
}
