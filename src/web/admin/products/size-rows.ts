import { oneSize, type SizeStock, sizeRun } from '#domain/catalogue.ts'

/** The state of a size in the form. */
export interface SizeRow {
  /** The index in its field names. */
  at: number
  label: string
  stock: string
  /** The stock when the form was rendered; null for a new size. */
  seen: number | null
  isRemoved: boolean
  /** The current stock, if it changed while the form was open. */
  now?: number
}

export function rowsOf(sizes: SizeStock[]): SizeRow[] {
  return sizes
    .filter(({ label }) => label !== oneSize)
    .map(({ label, stock }, at) => ({ at, label, stock: String(stock), seen: stock, isRemoved: false }))
}

/** Parses the fields `size.0.label`, `size.0.stock`, `size.0.seen`, `size.0.remove`; a new row in which nothing was typed is left out. */
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
    .filter(({ label, stock, seen }) => seen !== null || label.trim() !== '' || stock.trim() !== '')
}

/** Adds a row. */
export function withRow(rows: SizeRow[], label = '', stock = ''): SizeRow[] {
  return [...rows, { at: nextNumber(rows), label, stock, seen: null, isRemoved: false }]
}

/** Adds the missing sizes of a run with the given stock, and sorts numeric sizes first. */
export function withRun(rows: SizeRow[], from: number, to: number, stock: string): SizeRow[] {
  const known = rows.filter(({ label, seen, isRemoved }) => (label.trim() !== '' || seen !== null) && !isRemoved)
  const missing = sizeRun(from, to).filter((label) => !known.some((row) => row.label.trim() === label))
  const restored = rows.map((row) => (row.isRemoved && missing.includes(row.label) ? { ...row, isRemoved: false, stock } : row))
  const added = missing.filter((label) => !rows.some((row) => row.isRemoved && row.label === label))
  const filled = added.reduce(
    (before, label) => withRow(before, label, stock),
    restored.filter(({ label, seen }) => label.trim() !== '' || seen !== null),
  )
  return [...filled].sort((a, b) => numberOf(a.label) - numberOf(b.label))
}

/** Why a run is invalid, or null. */
export function runRefusal(from: string, to: string, stock: string): string | null {
  if (![from, to].every((size) => /^\d{1,2}$/.test(size.trim()))) return 'Enter whole sizes, such as 36 to 45.'
  if (Number(from) > Number(to)) return 'Enter the smaller size first.'
  if (Number(to) - Number(from) >= maxRun) return `Fill at most ${maxRun} sizes at once.`
  return /^\d{0,6}$/.test(stock.trim()) ? null : 'Enter a whole number of pairs.'
}

const maxRun = 30

/**
 * Updates the rows after a stock conflict. An edited row shows the current stock beside the typed one; an unedited row takes the current stock, so that a sold
 * pair does not come back.
 */
export function rowsAfterConflict(rows: SizeRow[], present: SizeStock[]): SizeRow[] {
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

/** The index of a further row. */
export function nextNumber(rows: SizeRow[]): number {
  return Math.max(-1, ...rows.map(({ at }) => at)) + 1
}

function numberOf(label: string): number {
  const number = Number(label)
  return label.trim() !== '' && Number.isFinite(number) ? number : Number.MAX_SAFE_INTEGER
}
