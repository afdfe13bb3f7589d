import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { holding } from '#core/search-text.ts'
import { selectOf } from '#core/select-of.ts'
import type { Columns } from '#domain/columns.ts'

type Values = Record<string, unknown>

/** How a list of pages is sorted, and narrowed to rows that are shown. */
export interface Listed {
  /** A number, the smallest first, and then the id; with `isNewestFirst` an instant. */
  by: string
  isNewestFirst?: boolean
  /** Columns whose value may be asked for, and the one of a text that may be searched. */
  filters: readonly string[]
  search?: string
}

interface Table {
  table: string
  columns: Columns
  key: string
  /** What is read of a row, and the SQL of what is no column of the table. */
  row: z.ZodObject
  reads: { [name: string]: SQL }
  order: readonly string[]
  listed: Listed
  shownBy: string | undefined
}

/** Who made a row, and when: written by the shop alone, where rows hold them. */
const stamps = ['created_by', 'created_at'] as const

/**
 * The statements of a table whose columns are data. They are made here alone, so that a test can let PostgreSQL prepare those of every resource
 * (resource-sql.test.ts); all other SQL is text that `npm run check` reads (decision 30).
 */
export function statementsOf({ table, columns, key, row, reads, order, listed, shownBy }: Table) {
  const unread = Object.keys(columns).filter((name) => !(name in row.shape))
  if (unread.length > 0) throw new Error(`${table}: the shape of its row lacks ${unread.join(', ')}`)
  const at = sql.identifier(table)
  const stamped: string[] = stamps.filter((name) => name in row.shape)
  const written = [...new Set([key, ...Object.keys(columns), ...stamped])]
  const column = sql.identifier
  const list = (parts: (SQL | ReturnType<typeof column>)[], between = sql`, `) => sql.join(parts, between)
  const isRow = (id: string) => sql`${column(key)} = ${id}`
  const read = selectOf(row, table, reads)
  const select = sql`select ${read} from ${at}`
  const { by, isNewestFirst, filters, search } = listed
  const sorted = sql`${at}.${column(by)}`
  return {
    /** `isStaff`: also those that are not shown. */
    all: (isStaff = false) => sql`${select} where ${isStaff || !shownBy ? sql`true` : column(shownBy)} order by ${list(order.map(column))}`,
    /** Rows behind this one, `limit` at most, each with what it is sorted by as `key`; `isStaff` likewise. */
    page: (filter: Values, behind: [string, string] | null, isStaff: boolean, limit: number) => {
      const wanted = search ? holding(filter.search as string | undefined) : null
      const narrowed = [
        ...(shownBy && !isStaff ? [sql`${column(shownBy)}`] : []),
        ...filters.flatMap((name) => (filter[name] === undefined ? [] : [sql`${column(name)} = ${filter[name]}`])),
        ...(wanted ? [sql`${column(search as string)} ilike ${wanted}`] : []),
        ...(behind ? [sql`(${sorted}, ${column(key)}) ${isNewestFirst ? sql`<` : sql`>`} (${behind[0]}, ${behind[1]})`] : []),
      ]
      const way = isNewestFirst ? sql`desc` : sql`asc`
      return sql`select ${read}, ${sorted}::text as key from ${at} where ${list([sql`true`, ...narrowed], sql` and `)}
        order by ${sorted} ${way}, ${column(key)} ${way} limit ${limit}`
    },
    one: (id: string) => sql`${select} where ${isRow(id)}`,
    locked: (id: string) => sql`${select} where ${isRow(id)} for update`,
    /** Returns nothing where there is a row of this id already. */
    insert: (
      values: Values,
    ) => sql`insert into ${at} (${list(written.map(column))}) values (${list(written.map((name) => sql`${stamped.includes(name) ? (values[name] ?? null) : values[name]}`))})
      ${key === 'id' ? sql`on conflict (id) do nothing` : sql``} returning true`,
    update: (id: string, values: Values) =>
      sql`update ${at} set ${list(Object.keys(columns).map((name) => sql`${column(name)} = ${values[name]}`))} where ${isRow(id)}`,
    remove: (id: string) => sql`delete from ${at} where ${isRow(id)}`,
  }
}
