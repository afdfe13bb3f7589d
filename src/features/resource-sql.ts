import { type SQL, sql } from 'drizzle-orm'
import type { Column, Columns } from '#domain/columns.ts'
import { type Kind, readAs } from '#features/select-of.ts'

type Row = Record<string, unknown>
type Name = ReturnType<typeof sql.identifier>

/** How a list of pages is sorted and narrowed: by a number and the key, and to rows that are shown and hold these values. */
export interface Listed {
  by: string
  shownBy: string | null
  filters: readonly string[]
}

/**
 * The statements of a table whose columns are data. They are made here alone, so that a test can let PostgreSQL prepare those of every resource
 * (resource-sql.test.ts); all other SQL is text that `npm run check` reads (decision 30).
 */
export function statementsOf(table: string, columns: Columns, key: string, order: readonly string[], listed: Listed | null) {
  const at = sql.identifier(table)
  const names = [...new Set([key, ...Object.keys(columns)])]
  const column = sql.identifier
  const list = (parts: (SQL | Name)[], between = sql`, `) => sql.join(parts, between)
  const isRow = (id: string) => sql`${column(key)} = ${id}`
  const read = (name: string) => sql`${readAs(sql`${column(name)}`, kinds[columns[name]?.type ?? 'text'])} as ${column(name)}`
  const select = sql`select ${list(names.map(read))} from ${at}`
  const equals = (value: unknown, name: string) => (value === undefined ? [] : [sql`${column(name)} = ${value}`])
  return {
    all: () => sql`${select} order by ${list(order.map(column))}`,
    /** Rows behind this one, `limit` at most; `isStaff`: also those that are not shown. */
    page: (filter: Row, behind: [string, string] | null, isStaff: boolean, limit: number) => {
      const { by, shownBy, filters } = listed ?? { by: key, shownBy: null, filters: [] }
      const narrowed = [
        ...(shownBy && !isStaff ? [sql`${column(shownBy)}`] : []),
        ...filters.flatMap((name) => equals(filter[name], name)),
        ...(behind ? [sql`(${column(by)}, ${column(key)}) > (${behind[0]}, ${behind[1]})`] : []),
      ]
      return sql`${select} where ${list([sql`true`, ...narrowed], sql` and `)} order by ${list([by, key].map(column))} limit ${limit}`
    },
    one: (id: string) => sql`${select} where ${isRow(id)}`,
    locked: (id: string) => sql`${select} where ${isRow(id)} for update`,
    /** Answers nothing where there is a row of this id already. */
    insert: (row: Row) => sql`insert into ${at} (${list(names.map(column))}) values (${list(names.map((name) => sql`${row[name]}`))})
      ${key === 'id' ? sql`on conflict (id) do nothing` : sql``} returning true`,
    update: (id: string, row: Row) =>
      sql`update ${at} set ${list(Object.keys(columns).map((name) => sql`${column(name)} = ${row[name]}`))} where ${isRow(id)}`,
    remove: (id: string) => sql`delete from ${at} where ${isRow(id)}`,
  }
}

const kinds: { [Type in Column['type']]?: Kind } = { amount: 'number', day: 'day' }
