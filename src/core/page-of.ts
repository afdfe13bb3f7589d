import { type SQL, sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'

export interface Paging {
  cursor?: string | undefined
  limit?: number | undefined
}

export interface Page<Row> {
  data: Row[]
  /** The `cursor` of the page behind this one, or null on the last. */
  next: string | null
}

/** How many rows a page has: 24 by default, at most 100. */
export function pageSize({ limit = 24 }: Paging): number {
  return Math.max(1, Math.min(limit, 100))
}

/** How many rows are read for a page: one more than it has, which tells whether there are more behind it. */
export function limitOf(paging: Paging): number {
  return pageSize(paging) + 1
}

/** SQL: the row lies behind the cursor of a list that is sorted by an instant and the id, newest first by default. */
export function behind({ cursor }: Paging, instant: SQL, id: SQL, order: 'newest first' | 'oldest first' = 'newest first'): SQL {
  if (!cursor) return sql`true`
  const [at, last] = readCursor(cursor, 'instant')
  return sql`(${instant}, ${id}) ${order === 'newest first' ? sql`<` : sql`>`} (${at}::timestamptz, ${last}::uuid)`
}

/** A page of the rows that were read, one more than its size if there are more behind it. */
export function pageOf<Row>(rows: { row: Row; key: [string, string] }[], size: number): Page<Row> {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return { data: shown.map(({ row }) => row), next: rows.length > size && last ? writeCursor(last.key) : null }
}

/** The same of rows that were selected with a `key`, what they are sorted by: an instant as PostgreSQL writes it, because the cursor needs its microseconds. */
export function pageOfKeyed<Stored extends { id: string; key: string }, Row = Omit<Stored, 'key'>>(
  rows: Stored[],
  paging: Paging,
  toRow: (stored: Omit<Stored, 'key'>) => Row = (stored) => stored as Row,
): Page<Row> {
  const keyed = rows.map(({ key, ...stored }) => ({ row: toRow(stored), key: [key, stored.id as string] as [string, string] }))
  return pageOf(keyed, pageSize(paging))
}

/** A page of a list that is read as a whole: all of it without a limit. The cursor is a place in the list. */
export function pageOfWhole<Row>(rows: Row[], { cursor = '0', limit = rows.length }: Paging): Page<Row> {
  if (!/^\d{1,6}$/.test(cursor)) throw new Problem('malformed')
  const end = Number(cursor) + limit
  return { data: rows.slice(Number(cursor), end), next: end < rows.length ? String(end) : null }
}

/** What a list is sorted by, before the id. */
export type SortKey = 'instant' | 'number'

/** The place in a list after which a page begins: the sort key and the id of its last row. Opaque to callers. */
export function writeCursor([key, id]: [string, string]): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

/** Problem `malformed` for anything that `writeCursor` did not write for a list of this order, whose rows have ids of this kind. */
export function readCursor(cursor: string, sortKey: SortKey, isId: (value: unknown) => value is string = isUuid): [string, string] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(value) && value.length === 2 && isKey[sortKey](value[0]) && isId(value[1])) return [value[0], value[1]]
  } catch {
    // Falls through: not ours.
  }
  throw new Problem('malformed')
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}

/** The id of a table whose rows are numbered. */
export function isRowNumber(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9]\d{0,17}$/.test(value)
}

/** As PostgreSQL writes them; the connections speak UTC (db/client.ts). A text that PostgreSQL could not read back is not passed on to it. */
const isKey: Record<SortKey, (value: unknown) => value is string> = {
  number: (value): value is string => typeof value === 'string' && /^\d{1,10}(\.\d{1,2})?$/.test(value),
  instant: (value): value is string => {
    const match = typeof value === 'string' ? /^([1-9]\d{3}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?\+00$/.exec(value) : null
    // The 31st of February would become a day in March.
    return match !== null && toIso(`${match[1]}T${match[2]}Z`) === `${match[1]}T${match[2]}.000Z`
  },
}

function toIso(text: string): string | null {
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString()
}
