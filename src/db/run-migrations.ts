import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { withClient } from '#db/database-connection.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Any fixed number: a process that migrates this database takes it first, so that two may start at once. */
const lock = 7_214_001

/** Statements of the shop need it, `returning old` among them (PostgreSQL's release notes). */
const oldestMajor = 18

/** Thrown before anything is changed, with a message for the person who starts the shop. */
export class UnsuitableDatabase extends Error {
  override readonly name = 'UnsuitableDatabase'
}

/**
 * Brings a database up to date, as its owner; server/open-shop.ts calls it at every start. Plain SQL files in the order of their names, each in its own
 * transaction, forward only. Throws UnsuitableDatabase when the server is too old or the journal is no list
 * the shop knows, and an error when a file that has already run was edited since. Returns the names of the files it ran.
 * @param last the name of the last file that is run; all of them without it
 */
export async function migrate(ownerUrl: string, last?: string): Promise<string[]> {
  return withClient(ownerUrl, 'viatu-migrate', async (client) => {
    await refuseOldServer(client)
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    return applyAll(client, last)
  })
}

async function refuseOldServer(client: pg.Client) {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const number = Number(rows[0]?.server_version_num)
  const major = Math.floor(number / 10_000)
  if (major >= oldestMajor) return
  throw new UnsuitableDatabase(
    `the database is PostgreSQL ${major}.${number % 10_000}, and the shop needs PostgreSQL ${oldestMajor} or newer. Nothing was changed.`,
  )
}

async function applyAll(client: pg.Client, last?: string): Promise<string[]> {
  const migrations = (await readMigrations()).filter(({ name }) => last === undefined || name <= last)
  const journal = await readJournal(client)
  if (journal.size === 0 || journal.has(migrations[0]?.name as string)) return await applyMissing(client, migrations, journal)
  throw new UnsuitableDatabase(
    'the list of migrations in this database (table schema_migrations) is not that of this shop: it is older than 23 November 2026, or of another program. Nothing was changed.',
  )
}

interface Migration {
  name: string
  text: string
  sha256: string
}

/** The number of the newest file, such as `0019`: every start brings the database to it. */
export async function newestMigration(): Promise<string> {
  return (await readMigrations()).at(-1)?.name.slice(0, 4) ?? ''
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** File -> hash, of all that has run. */
async function readJournal(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations')
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

async function applyMissing(client: pg.Client, migrations: Migration[], journal: Map<string, string>): Promise<string[]> {
  const ran: string[] = []
  for (const { name, text, sha256 } of migrations) {
    const known = journal.get(name)
    if (known === sha256) continue
    if (known) throw new Error(`migration ${name} was edited after it had run: write a new one instead`)
    await client.query(`begin; set local lock_timeout = '10s'`)
    await client.query(text)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
    ran.push(name)
  }
  return ran
}
