// The suits of a printed table: what its file writes as a letter is a heart or a diamond on paper, and in the log.

/** "1h" as it is printed: "1♥". */
export function suited(cell: string | number): string {
  return String(cell).replace(/^(\d+)h$/, '$1♥').replace(/^(\d+)d$/, '$1♦');
}
