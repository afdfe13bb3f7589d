import { oneSize, type SizeStock, sizeRun } from '#domain/catalogue.ts'

/** A size as the form holds it. */
export interface SizeRow {
  /** Its number in the names of its fields. */
  at: number
  label: string
  stock: string
  /** What the shelf had when the form was shown; null for a size that is new. */
  seen: number | null
  isRemoved: boolean
  /** What the shelf has now, where it moved while the form was open. */
  now?: number
}

export function rowsOf(sizes: SizeStock[]): SizeRow[] {
  return sizes
    .filter(({ label }) => label !== oneSize)
    .map(({ label, stock }, at) => ({ at, label, stock: String(stock), seen: stock, isRemoved: false }))
}

/** The rows that a form sent: `size.0.label`, `size.0.stock`, `size.0.seen`, `size.0.remove`. */
export function readSizeRows(sent: Record<string, string>): SizeRow[] {
  const numbers = Object.keys(sent).flatMap((name) => /^size\.(\d{1,3})\.label$/.exec(name)?.[1] ?? [])
  return numbers
    .map(Number)
    .sort((a, b) => a - b)
    .map((at) => {
      const seen = sent[`size.${at}.seen`]
      return {
        at,
        label: sent[`size.${at}.label`] ?? '',
        stock: sent[`size.${at}.stock`] ?? '',
        seen: seen !== undefined && /^\d{1,9}$/.test(seen) ? Number(seen) : null,
        isRemoved: sent[`size.${at}.remove`] === 'on',
      }
    })
}

/** One more, to be filled in. */
export function withRow(rows: SizeRow[], label = '', stock = ''): SizeRow[] {
  return [...rows, { at: nextNumber(rows), label, stock, seen: null, isRemoved: false }]
}

/** The sizes of a run that are missing, each with so many pairs; numbers stand in their order, everything else behind them. */
export function withRun(rows: SizeRow[], from: number, to: number, stock: string): SizeRow[] {
  const known = rows.filter(({ label, seen, isRemoved }) => (label.trim() !== '' || seen !== null) && !isRemoved)
  const missing = sizeRun(from, to).filter((label) => !known.some((row) => row.label.trim() === label))
  const revived = rows.map((row) => (row.isRemoved && missing.includes(row.label) ? { ...row, isRemoved: false, stock } : row))
  const added = missing.filter((label) => !rows.some((row) => row.isRemoved && row.label === label))
  const filled = added.reduce(
    (before, label) => withRow(before, label, stock),
    revived.filter(({ label, seen }) => label.trim() !== '' || seen !== null),
  )
  return filled.toSorted((a, b) => numberOf(a.label) - numberOf(b.label))
}

/** Why no run can be filled in so, or null. */
export function runRefusal(from: string, to: string, stock: string): string | null {
  if (![from, to].every((size) => /^\d{1,2}$/.test(size.trim()))) return 'Write whole sizes, such as 36 to 45.'
  if (Number(from) > Number(to)) return 'Write the smaller size first.'
  if (Number(to) - Number(from) >= mostRun) return `Fill at most ${mostRun} sizes at once.`
  return /^\d{0,6}$/.test(stock.trim()) ? null : 'Write a whole number of pairs.'
}

const mostRun = 30

/** What the shelf has now, beside what was typed: saving again means these numbers. A row that nobody typed in takes the new number, so that nothing sold comes back. */
export function afterMove(rows: SizeRow[], present: SizeStock[]): SizeRow[] {
  const moved = rows.map(({ now: _, ...row }) => {
    const size = present.find(({ label }) => label === row.label)
    if (!size) return { ...row, seen: null }
    if (size.stock === row.seen) return row
    const isTyped = row.stock.trim() !== String(row.seen)
    return { ...row, stock: isTyped ? row.stock : String(size.stock), seen: size.stock, now: size.stock }
  })
  const others = present.filter(({ label }) => label !== oneSize && !rows.some((row) => row.label === label))
  const first = nextNumber(rows)
  return [
    ...moved,
    ...others.map(({ label, stock }, at) => ({ at: first + at, label, stock: String(stock), seen: stock, isRemoved: false, now: stock })),
  ]
}

function nextNumber(rows: SizeRow[]): number {
  return Math.max(-1, ...rows.map(({ at }) => at)) + 1
}

function numberOf(label: string): number {
  const number = Number(label)
  return label.trim() !== '' && Number.isFinite(number) ? number : Number.MAX_SAFE_INTEGER
}
