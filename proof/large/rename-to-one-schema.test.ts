import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { allInvariants } from '#db/invariants.ts'
import { migrate, UnsuitableDatabase } from '#db/run-migrations.ts'
import { catalogueOf } from '../../test/catalogue.ts'

/** The files of before, whole. */
const oldFiles: Record<string, string> = JSON.parse(
  brotliDecompressSync(readFileSync(new URL('../../test/before-one-schema.json.br', import.meta.url))).toString(),
)
const journal: Record<string, string> = JSON.parse(readFileSync(new URL('../../src/db/before-one-schema/journal.json', import.meta.url), 'utf8'))
const content = readFileSync(new URL('../../test/before-one-schema.sql', import.meta.url), 'utf8')

const { ownerUrl, template } = inject('database')
const made: string[] = []
const urlOf = (name: string) => ownerUrl.replace('DATABASE', name)

async function onServer<Result>(database: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: urlOf(database) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function makeDatabase(from = 'template0'): Promise<string> {
  const name = `one_schema_${randomBytes(6).toString('hex')}`
  await onServer('postgres', (client) => client.query(`create database ${name} template ${from}`))
  made.push(name)
  return name
}

/** A shop as the files of before made it, with something in each of its tables: made once, and cloned. */
let old: string
beforeAll(async () => {
  old = await makeDatabase()
  made.length = 0
  await onServer(old, async (client) => {
    await client.query('create table schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())')
    for (const [file, text] of Object.entries(oldFiles)) {
      await client.query(`begin; ${text}; commit`)
      await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [file, createHash('sha256').update(text).digest('hex')])
    }
    await client.query(content)
  })
})
afterAll(() => onServer('postgres', (client) => client.query(`drop database ${old} with (force)`)))
const oldShop = () => makeDatabase(old)

/** Files of after the one schema run next, as they do in any database. */
const later = readdirSync(new URL('../../src/db/migrations/', import.meta.url))
  .sort()
  .slice(12)

/** Table -> the columns that are compared. */
type Shape = Record<string, string[]>

async function shapeOf(client: pg.Client): Promise<Shape> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.oid::regclass::text as table, array_agg(quote_ident(attname) order by attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and relname <> 'schema_migrations' group by 1 order by 1`)
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))
}

/** The tables and columns of an old shop that a shop of now has too, under the names of each: what later files add or take away is theirs to test. */
async function sharedShapes(old: string, fresh: string): Promise<{ before: Shape; after: Shape }> {
  const [was, is] = [await onServer(old, shapeOf), await onServer(fresh, shapeOf)]
  const shapes = { before: {} as Shape, after: {} as Shape }
  for (const [table, columns] of Object.entries(was)) {
    const name = newNames[table] ?? table
    if (rewritten.includes(name)) continue
    shapes.before[table] = columns.filter((column) => is[name]?.includes(column) && !rewritten.includes(`${name}.${column}`))
    shapes.after[name] = shapes.before[table]
  }
  return shapes
}
/** What later files rewrite: texts of help, and counts that are no figures any more (0061). */
const rewritten = ['help_sections.body', 'help_sections.updated_at', 'daily_stats']

/** Table -> its rows as they are written out, without the names of columns. */
async function rowsIn(client: pg.Client, shape: Shape): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const [table, columns] of Object.entries(shape))
    rows[table] = (await client.query(`select row(${columns.map((column) => `t.${column}`)})::text as row from ${table} t order by 1`)).rows.map(
      ({ row }) => row,
    )
  return rows
}

/** All that a database is: its catalogue, its journal, its rows. */
const stateOf = (name: string) =>
  onServer(name, async (client) => [
    await catalogueOf(client),
    (await client.query('select name, sha256, applied_at::text from schema_migrations order by name')).rows,
    await rowsIn(client, await shapeOf(client)),
  ])

/** Old name of a table -> its new one, as rename.sql has them. */
const newNames: Record<string, string> = Object.fromEntries(
  [
    ...readFileSync(new URL('../../src/db/before-one-schema/rename.sql', import.meta.url), 'utf8').matchAll(
      /^alter table ((?:auth\.)?)(\w+) rename to (\w+);$/gm,
    ),
  ].map(([, schema = '', old = '', name = '']) => [schema + old, schema + name]),
)

afterEach(async () => {
  for (const name of made.splice(0)) await onServer('postgres', (client) => client.query(`drop database ${name} with (force)`))
})

describe('a database of before the migrations became one schema', () => {
  it('is known by the files that made it', () => {
    const hashes = Object.fromEntries(Object.entries(oldFiles).map(([file, text]) => [file, createHash('sha256').update(text).digest('hex')]))
    expect(hashes).toEqual(journal)
  })

  it('becomes what a new one is, keeps every row, and is changed once', async () => {
    const [old, fresh] = [await oldShop(), await makeDatabase(template)]
    const shapes = await sharedShapes(old, fresh)
    const before = await onServer(old, (client) => rowsIn(client, shapes.before))
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
    expect(await migrate(urlOf(old))).toEqual(later)

    // From when on typed receipts are whole is the moment at which each database was migrated (0082).
    const catalogue = async (name: string) =>
      (await onServer(name, catalogueOf)).map((line) => line.replaceAll(/'\d{4}-\d\d-\d\d [\d:.+]+'::timestamp/g, 'moment'))
    expect(await catalogue(old)).toEqual(await catalogue(fresh))
    const listed = (name: string) =>
      onServer(name, async (client) => (await client.query('select name, sha256 from schema_migrations order by name')).rows)
    expect(await listed(old)).toEqual(await listed(fresh))
    expect(await onServer(old, (client) => rowsIn(client, shapes.after))).toEqual(
      Object.fromEntries(Object.entries(before).map(([table, rows]) => [newNames[table] ?? table, rows])),
    )
    expect(await onServer(old, async (client) => (await client.query(allInvariants)).rows)).toEqual([])

    const after = await stateOf(old)
    expect(await migrate(urlOf(old))).toEqual([])
    expect(await stateOf(old)).toEqual(after)
  })

  it('begins with the same rows as a new one', async () => {
    const [old, fresh] = [await makeDatabase(), await makeDatabase(template)]
    await onServer(old, (client) => client.query(`create table schema_migrations (name text); ${Object.values(oldFiles).join(';\n')}`))
    // The texts of help have changed since.
    for (const [file, begin] of [
      ['0035-help-of-delivery.sql', 'create temporary table'],
      ['0062-commission-rate.sql', 'create temporary table'],
      ['0080-exchange-days.sql', 'update help_sections'],
      ['0090-key-of-visitor.sql', 'update help_sections'],
      ['0101-help-on-originals.sql', 'update help_sections'],
      ['0103-help-on-last-details.sql', 'update help_sections'],
    ] as const) {
      const text = readFileSync(new URL(`../../src/db/migrations/${file}`, import.meta.url), 'utf8')
      await onServer(old, (client) => client.query(`begin; ${text.slice(text.indexOf(begin))}; commit`))
    }
    const shapes = await sharedShapes(old, fresh)
    const first = async (name: string, shape: Shape) => {
      const { help_sections, ...rows } = await onServer(name, (client) => rowsIn(client, shape))
      const help = await onServer(name, (client) =>
        client.query('select slug, title, body, position, updated_by from help_sections order by position'),
      )
      return [Object.entries(rows).flatMap(([, lines]) => lines), help_sections?.length, help.rows]
    }
    expect((await first(old, shapes.before)).map(sorted)).toEqual((await first(fresh, shapes.after)).map(sorted))
  })

  it('stays as it was when the process is cut off in the middle, and is renamed by the next start', async () => {
    const name = await oldShop()
    const before = await stateOf(name)
    await onServer(name, async (other) => {
      // Held back in the middle of the renames: tables before this one have their new names by then, but for everybody else.
      await other.query('begin; lock table commission_deductions in access share mode')
      const cutOff = migrate(urlOf(name)).catch((error) => error)
      await expect.poll(() => waiting(name), { timeout: 9_000 }).toBe(1)
      await other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'viatu-migrate'`,
      )
      expect(await cutOff).toBeInstanceOf(Error)
      await other.query('rollback')
    })
    expect(await stateOf(name)).toEqual(before)
    await migrate(urlOf(name))
    expect(await onServer(name, async (client) => (await client.query('select from rate_limits')).rowCount)).toBe(1)
  })

  it('is renamed once when four processes start at the same time', async () => {
    const url = urlOf(await oldShop())
    expect((await Promise.all([1, 2, 3, 4].map(() => migrate(url)))).flat()).toEqual(later)
  })
})

describe('a database with another list of migrations', () => {
  it.each([
    ['one file more', `insert into schema_migrations (name, sha256) values ('0062-ours.sql', 'x')`],
    ['one file less', `delete from schema_migrations where name = '0061-one-commission.sql'`],
    ['a file with another text', `update schema_migrations set sha256 = repeat('0', 64) where name = '0016-promotions-and-ads.sql'`],
  ])('%s: is told in one sentence, and left as it is', async (_, change) => {
    const name = await oldShop()
    await onServer(name, (client) => client.query(change))
    const before = await stateOf(name)
    const refusal = await migrate(urlOf(name)).catch((error) => error)
    expect(refusal).toBeInstanceOf(UnsuitableDatabase)
    expect(refusal.message).toMatch(/^the list of migrations .* Nothing was changed\.$/)
    expect(await stateOf(name)).toEqual(before)
  })
})

const sorted = (part: unknown) => (Array.isArray(part) && typeof part[0] === 'string' ? part.toSorted() : part)

const waiting = (name: string) =>
  onServer('postgres', async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::integer as n from pg_stat_activity where datname = $1 and application_name = 'viatu-migrate' and wait_event_type = 'Lock'`,
      [name],
    )
    return rows[0]?.n
  })
