/** A line of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula is written so that it stays a text (promises §4 E47). */
export function csvLine(cells: (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** What stood in a cell before `csvLine` made it safe: such a file can be read again (docs/decisions/0014). */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}

/** Also behind apostrophes of its own, so that one more can always be taken away again. */
const formula = /^'*[=+\-@\t\r]/

function cellOf(cell: string | number | null): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell ?? ''
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n\t]|^'/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
