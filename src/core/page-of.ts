import { type SQL, sql } from 'drizzle-orm'
import { readCursor, writeCursor } from '#core/cursor.ts'
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
