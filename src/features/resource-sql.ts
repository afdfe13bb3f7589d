import { type SQL, sql } from 'drizzle-orm'
import type { Columns } from '#domain/columns.ts'

type Row = Record<string, unknown>

/**
 * The statements of a table whose columns are data. They are made here alone, so that a test can let PostgreSQL prepare those of every resource
 * (resource-sql.test.ts); all other SQL is text that `npm run check` reads (decision 30).
 */
export function statementsOf(table: string, columns: Columns, key: string) {
  const at = sql.identifier(table)
  const names = [...new Set([key, ...Object.keys(columns)])]
  const list = (parts: (SQL | ReturnType<typeof sql.identifier>)[]) => sql.join(parts, sql`, `)
  const isRow = (id: string) => sql`${sql.identifier(key)} = ${id}`
  const select = sql`select ${list(names.map((name) => readAs(name, columns[name]?.type)))} from ${at}`
  return {
    all: (order: string[]) => sql`${select} order by ${list(order.map((name) => sql.identifier(name)))}`,
    one: (id: string) => sql`${select} where ${isRow(id)}`,
    locked: (id: string) => sql`${select} where ${isRow(id)} for update`,
    /** Answers nothing where there is a row of this id already. */
    insert: (
      row: Row,
    ) => sql`insert into ${at} (${list(names.map((name) => sql.identifier(name)))}) values (${list(names.map((name) => sql`${row[name]}`))})
      ${key === 'id' ? sql`on conflict (id) do nothing` : sql``} returning true`,
    update: (id: string, row: Row) =>
      sql`update ${at} set ${list(Object.keys(columns).map((name) => sql`${sql.identifier(name)} = ${row[name]}`))} where ${isRow(id)}`,
    remove: (id: string) => sql`delete from ${at} where ${isRow(id)}`,
  }
}

/** Rows are JSON as they come: numbers, and days as text. */
function readAs(name: string, type: string | undefined): SQL {
  const column = sql.identifier(name)
  return type === 'day' ? sql`${column}::text as ${column}` : sql`${column}`
}
