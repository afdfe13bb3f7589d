import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Database } from '#db/client.ts'
import { withClient } from '#db/database-connection.ts'

/** Bulk loading of rows. */
export interface Bulk {
  /** The same transaction, for SQL statements. */
  db: Database
  /** COPY: values in the order of `columns`, timestamps as text. Triggers and foreign keys are off. */
  copy(table: string, columns: readonly string[], rows: Iterable<Row>): Promise<void>
}
export type Row = readonly (string | number | boolean | null)[]

/**
 * One transaction of the owner with triggers and foreign keys switched off, because they cost more than the rows themselves: the caller must write what
 * they would have written, and check the invariants afterwards. An interrupted transaction rolls back. The indexes of `rebuilt` tables are dropped and
 * created again over all rows; until then these tables are locked. Only a superuser of PostgreSQL may do this.
 */
export async function writeInBulk<T>(ownerUrl: string, rebuilt: readonly string[], work: (bulk: Bulk) => Promise<T>): Promise<T> {
  const load = async (client: pg.Client) => {
    await client.query(`begin; set local session_replication_role = replica; set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'`)
    const definitions = await dropIndexes(client, rebuilt)
    const answer = await work({ db: drizzle({ client }), copy: (...rows) => copy(client, ...rows) })
    for (const definition of definitions) await client.query(definition)
    await client.query('commit')
    return answer
  }
  return withClient(ownerUrl, 'viatu-bulk', load, '-c timezone=UTC')
}

/** Drops the indexes that belong to no constraint. Returns their definitions. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid) order by 1`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

async function copy(client: pg.Client, table: string, columns: readonly string[], rows: Iterable<Row>): Promise<void> {
  await pipeline(Readable.from(chunksOf(rows)), client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`)))
}

function* chunksOf(rows: Iterable<Row>): Generator<string> {
  let chunk = ''
  for (const row of rows) {
    chunk += lineOf(row)
    if (chunk.length < 65_536) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}

function lineOf(row: Row): string {
  return `${row.map((value) => (value === null ? '\\N' : typeof value === 'string' ? escaped(value) : value)).join('\t')}\n`
}

/** Escapes a value for COPY's text format: backslash, tab and line breaks. */
function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (letter) => ({ '\t': '\\t', '\n': '\\n', '\r': '\\r' })[letter] ?? '\\\\') : text
}

/**
 * Runs VACUUM ANALYZE as the owner after bulk loading, so that the planner knows the new rows; autovacuum would do so only minutes later. Empty tables are left
 * out: once counted as empty, they would be read whole by every statement that a connection has prepared, however many orders come.
 */
export async function vacuum(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, 'viatu-vacuum', async (client) => {
    const { rows } = await client.query<{ tables: string | null }>(`
      select string_agg(oid::regclass::text, ', ') as tables from pg_class where relkind = 'r' and pg_relation_size(oid) > 0 and relnamespace <> 'pg_catalog'::regnamespace`)
    if (rows[0]?.tables) await client.query(`vacuum (analyze) ${rows[0].tables}`)
  })
}
