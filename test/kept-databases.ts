import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { type Database, type OpenDatabase, openDatabase } from '#db/client.ts'
import { administer } from './administer.ts'

/** A cloned database that serves the test files of a worker, one after the other, with connections whose catalogs and plans stay warm. */
export interface KeptDatabase {
  appUrl: string
  pooledUrl: string | null
  ownerUrl: string
  app: OpenDatabase
  asOwner: OpenDatabase
  /** One connection of the owner's for the check of the books. */
  owner: OpenDatabase
  template: string
  /** What the clone had in its tables, and its schema. */
  content: Content
  schema: string
  drop: () => Promise<void>
}

/** A database with a name of its own, to be cloned from a template. */
export function ownDatabase() {
  const { appUrl, pooledUrl, ownerUrl, template } = inject('database')
  const name = `test_${randomBytes(6).toString('hex')}`
  const at = (url: string) => url.replace('DATABASE', name)
  return {
    appUrl: at(appUrl),
    /** The same through a pooler, where the run has one (VIATU_POOLED). */
    pooledUrl: pooledUrl && at(pooledUrl),
    ownerUrl: at(ownerUrl),
    make: (from = template) => administer(ownerUrl, `create database ${name} template ${from} strategy file_copy`),
    drop: () => administer(ownerUrl, `drop database ${name} with (force)`),
  }
}

/** The rows of all tables, and where sequences stand. */
export interface Content {
  /** By table, as JSON, with the columns that are written. */
  rows: Record<string, { columns: string; json: string }>
  sequences: Record<string, string | null>
}

const ofProcess = globalThis as { viatuKept?: KeptDatabase[] }
ofProcess.viatuKept ??= []
/** Those that no file uses now. Of the process, which may load this file again for each file of tests. */
const free = ofProcess.viatuKept

/** A database as its template is; a new one costs a second with all that its connections learn, and one of an earlier file hardly anything. */
export async function takeDatabase(template: string): Promise<KeptDatabase> {
  const kept = free.findIndex((each) => each.template === template)
  if (kept >= 0) return free.splice(kept, 1)[0] as KeptDatabase
  for (const other of free.splice(0)) await end(other)
  const { make, drop, ...urls } = ownDatabase()
  await make(template)
  const { appUrl, pooledUrl, ownerUrl } = urls
  const owner = openDatabase(named(ownerUrl), { connections: 1 })
  const app = openDatabase(pooledUrl ?? named(appUrl), { connections: 20, pooled: pooledUrl !== null })
  const asOwner = openDatabase(named(ownerUrl), { connections: 2 })
  return { ...urls, app, asOwner, owner, template, content: await contentOf(owner.db), schema: await schemaOf(owner.db), drop }
}

const keptName = 'kept'
const named = (url: string) => `${url}?application_name=${keptName}`

/** Puts the rows of the template back for the next file. A database is dropped whose schema a test has changed, or that a pooler still holds. */
export async function giveBack(kept: KeptDatabase): Promise<void> {
  const { app, asOwner, owner, pooledUrl, content, schema } = kept
  await endOthers(owner.db)
  const isInUse = [app, asOwner].some((each) => each.pools().pages.inUse > 0)
  if (pooledUrl || isInUse || (await schemaOf(owner.db)) !== schema) return end(kept)
  await putBack(owner.db, content)
  free.push(kept)
}

async function end({ app, asOwner, owner, drop }: KeptDatabase): Promise<void> {
  await Promise.all([app.close(), asOwner.close(), owner.close()])
  await drop()
}

/** Waits for connections that are just closing, and for statements of the kept ones; those that are still there after a second are ended. */
async function endOthers(db: Database): Promise<void> {
  const others = sql`from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
    and (application_name <> ${keptName} or state <> 'idle')`
  for (const deadline = Date.now() + 1_000; Date.now() < deadline; await pause(5)) {
    if ((await db.execute(sql`select ${others}`)).rows.length === 0) return
  }
  await db.execute(sql`select pg_terminate_backend(pid) ${others}`)
}

/** The rows of each table that has some, as JSON, and where each sequence stands. */
export async function contentOf(db: Database): Promise<Content> {
  const rows: Content['rows'] = {}
  for (const table of await filledTables(db)) {
    const { rows: found } = await db.execute<{ json: string }>(sql.raw(`select json_agg(t)::text as json from ${table} t`))
    rows[table] = { columns: await columnsOf(db, table), json: found[0]?.json as string }
  }
  return { rows, sequences: await sequencesOf(db) }
}

export async function putBack(db: Database, { rows, sequences }: Content): Promise<void> {
  const now = await sequencesOf(db)
  await db.transaction(async (tx) => {
    // Without foreign keys and triggers, but for one that notes the words of products.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const table of await filledTables(tx)) if (!rows[table]) await tx.execute(sql.raw(`delete from ${table}`))
    for (const [table, { columns, json }] of Object.entries(rows)) {
      await tx.execute(sql.raw(`delete from ${table}`))
      await tx.execute(
        sql`insert into ${sql.raw(`${table} (${columns})`)} overriding system value select ${sql.raw(columns)} from json_populate_recordset(null::${sql.raw(table)}, ${json})`,
      )
    }
    for (const [name, last] of Object.entries(now)) {
      if (last !== sequences[name])
        await tx.execute(sql`select setval(${name}, coalesce(${sequences[name]}::bigint, 1), ${sequences[name] !== null})`)
    }
  })
}

const ours = sql.raw(`n.nspname !~ '^(pg_|information_schema)'`)

async function filledTables(db: Pick<Database, 'execute'>): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select quote_ident(nspname) || '.' || quote_ident(relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'r' and ${ours} order by 1`)
  const { rows: filled } = await db.execute<{ name: string }>(
    sql.raw(tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all ')),
  )
  return filled.map(({ name }) => name)
}

async function columnsOf(db: Pick<Database, 'execute'>, table: string): Promise<string> {
  const { rows } = await db.execute<{ columns: string }>(sql`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
  return rows[0]?.columns as string
}

/** The last number of each sequence, null where it has given out none. */
async function sequencesOf(db: Database): Promise<Content['sequences']> {
  const { rows } = await db.execute<{ name: string; last: string | null }>(sql`
    select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as last from pg_sequences`)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Changes with everything that a statement does to the schema, and when a table is analysed, and with nothing that is done to rows. */
async function schemaOf(db: Database): Promise<string> {
  const written = [
    'attribute',
    'attrdef',
    'constraint',
    'proc',
    'trigger',
    'index',
    'rewrite',
    'type',
    'namespace',
    'policy',
    'extension',
    'event_trigger',
  ]
  const { rows } = await db.execute<{ schema: string }>(sql`
    select concat_ws(' ', ${sql.raw(written.map((name) => `(select concat(count(*), ':', sum(xmin::text::bigint)) from pg_${name})`).join(', '))},
      (select md5(string_agg(concat_ws(' ', oid, relname, relowner, relacl, reloptions, relpersistence, relrowsecurity, reltuples < 0), ',' order by oid)) from pg_class where relkind <> 't' and oid > 16384),
      (select count(*) from pg_db_role_setting s join pg_database d on d.oid = setdatabase where datname = current_database())) as schema`)
  return rows[0]?.schema as string
}
