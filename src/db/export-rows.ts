import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { withClient } from '#db/database-connection.ts'
import { migrate, UnsuitableDatabase } from '#db/run-migrations.ts'

/** What an export holds besides the rows: the schema is the shop's migrations, up to the last one that had run. */
const exportedRows = z.object({
  lastMigration: z.string(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
})
type ExportedRows = z.infer<typeof exportedRows>

/** Only the shop's own schemas; what is unlogged is forgotten by a crash as well. */
const ownTables = `from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'auth') and c.relname <> 'schema_migrations'`

/**
 * All rows of the shop as they were at one instant, by COPY, table by table in PostgreSQL's text format: any newer server reads it. Neither tools nor a superuser are
 * needed.
 */
export async function exportRows(url: string, write: (table: string, rows: Readable) => Promise<void>): Promise<ExportedRows> {
  return connected(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows: last } = await client.query<{ name: string }>('select max(name) as name from schema_migrations')
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(`
      select format('%I.%I', n.nspname, c.relname) as name, (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      ${ownTables} and c.relkind = 'r' and c.relpersistence = 'p' order by 1`)
    const copies: (Omit<ExportedRows['tables'][number], 'rows'> & { copied: { rowCount: number } })[] = []
    for (const { name, columns } of tables) {
      const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
      await write(name, rows)
      copies.push({ name, columns, copied: rows as unknown as { rowCount: number } })
    }
    const { rows: sequences } = await client.query<ExportedRows['sequences'][number]>(`
      select format('%I.%I', n.nspname, c.relname) as name, coalesce(pg_sequence_last_value(c.oid), s.seqstart)::text as value, pg_sequence_last_value(c.oid) is not null as "isCalled"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_sequence s on s.seqrelid = c.oid where n.nspname in ('public', 'auth') order by 1`)
    // PostgreSQL says how many rows a copy had after the last of them, when the stream may have ended already: it is known once a later statement was answered.
    const exported = copies.map(({ copied, ...table }) => ({ ...table, rows: copied.rowCount }))
    return { lastMigration: last[0]?.name as string, tables: exported, sequences }
  })
}

/**
 * Loads an export into an empty database: the schema by the migrations that the exported one had, then the rows in one transaction, then the migrations since. Foreign keys are
 * checked once, when all rows are there; triggers do not run, because what they write was exported as well. Rejects when the database holds a shop.
 */
export async function importRows(url: string, given: unknown, read: (table: string) => Readable): Promise<void> {
  const { lastMigration, tables, sequences } = exportedRows.parse(given)
  await connected(url, async (client) => {
    const { rows } = await client.query<{ isUsed: boolean }>(`select to_regclass('public.schema_migrations') is not null as "isUsed"`)
    if (rows[0]?.isUsed)
      throw new UnsuitableDatabase('this database holds a shop already: an export is restored into an empty one. Nothing was changed.')
  })
  await migrate(url, lastMigration)
  await connected(url, async (client) => {
    await client.query('begin')
    const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
      select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_namespace n on n.oid = k.connamespace where k.contype = 'f' and n.nspname in ('public', 'auth') order by k.oid`)
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
    const { rows: always } = await client.query<{ table: string; name: string }>(
      `select tgrelid::regclass::text as table, quote_ident(tgname) as name from pg_trigger where tgenabled = 'A' and not tgisinternal`,
    )
    for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
    // The migrations wrote some rows themselves.
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    for (const { name, columns, rows } of tables) {
      const copy = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
      await pipeline(read(name), copy)
      if (copy.rowCount !== rows) throw new Error(`${name} has ${copy.rowCount} rows of ${rows}: nothing was restored`)
    }
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
    for (const { table, name } of always) await client.query(`alter table ${table} enable always trigger ${name}`)
    for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const { name, value, isCalled } of sequences) await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled])
    await client.query('commit')
    await client.query('analyze')
  })
  await migrate(url)
}

function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(url, 'viatu-export', work, '-c timezone=UTC -c statement_timeout=0')
}
