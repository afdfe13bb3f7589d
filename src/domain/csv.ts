/** A line of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula is written so that it stays a text (promises §4 E47). */
export function csvLine(cells: (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(cell: string | number | null): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell ?? ''
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n\t]|^'/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
