/** A line of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets a leading apostrophe (promises §4 E47); a full-width sign begins one too. */
export function csvLine(cells: (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** Reverses the escaping of `csvLine`, so that an exported file can be imported (docs/decisions/0014). */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}

/** Also behind apostrophes in the original text, so that removing one always restores it. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

function cellOf(cell: string | number | null): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell ?? ''
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n\t]|^'/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
