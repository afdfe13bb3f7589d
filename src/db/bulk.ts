import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Database } from '#db/client.ts'

/** A way to write millions of rows. */
export interface Bulk {
  /** The same transaction, for statements. */
  db: Database
  /** COPY: rows in the order of `columns`, instants as text. Neither triggers nor references see them. */
  copy(table: string, columns: readonly string[], rows: Iterable<Row>): Promise<void>
}
export type Row = readonly (string | number | boolean | null)[]

/**
 * One transaction of the owner without triggers and references, which cost more than the rows themselves: whoever writes here answers for what they would
 * have done, and proves it with the invariants. Cut off, it leaves nothing behind. The indexes of `rebuilt` tables are taken away and made anew over all
 * rows at once; until then nobody else can use these tables. Only a superuser of PostgreSQL may do so.
 */
export async function writeInBulk<T>(ownerUrl: string, rebuilt: readonly string[], work: (bulk: Bulk) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'viatu-bulk', options: '-c timezone=UTC' })
  await client.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica; set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'`)
    const definitions = await takeAway(client, rebuilt)
    const answer = await work({ db: drizzle({ client }), copy: (...rows) => copy(client, ...rows) })
    for (const definition of definitions) await client.query(definition)
    await client.query('commit')
    return answer
  } finally {
    // What was not committed is rolled back.
    await client.end()
  }
}

/** Those that no constraint rests on. Answers how to make them again. */
async function takeAway(client: pg.Client, tables: readonly string[]): Promise<string[]> {
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

/** COPY's text format: a backslash, and what would end a field or a row, are written with a backslash before them. */
function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (letter) => ({ '\t': '\\t', '\n': '\\n', '\r': '\\r' })[letter] ?? '\\\\') : text
}
