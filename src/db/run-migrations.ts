import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { withClient } from '#db/database-connection.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Any fixed number: a process that migrates this database takes it first, so that two may start at once. */
const lock = 7_214_001

/** Statements of the shop need it, `returning old` among them (PostgreSQL's release notes). */
const oldestMajor = 18

/**
 * The list of the commits before version 0.1.0, 65 files, made the same tables (decision 88): a database whose journal is all of it is taken over. The digest is that of
 * its lines, `name hash`. With `takeOver` it goes in the version after 0.1.0: from then on a shop of that list is started once with 0.1.0 first.
 */
const former = {
  digest: '5eaaf8d49231dd3dd342b5d0975655eca5aacbbf10ed6367a7d799f827c2575b',
  last: '0107-short-messages.sql',
  isNow: '0019-upkeep.sql',
}

/** Thrown before anything is changed, with a message for the person who starts the shop. */
export class UnsuitableDatabase extends Error {
  override readonly name = 'UnsuitableDatabase'
}

/**
 * Brings a database up to date, as its owner; server/open-shop.ts calls it at every start. Plain SQL files in the order of their names, each in its own
 * transaction, forward only. Throws UnsuitableDatabase when the server is too old or the journal is no list
 * the shop knows, and an error when a file that has already run was edited since. Returns the names that are new in the journal.
 * @param last the name of the last file that is run; all of them without it
 */
export async function migrate(ownerUrl: string, last?: string): Promise<string[]> {
  const migrations = await readMigrations(last)
  return withClient(ownerUrl, 'viatu-migrate', async (client) => {
    await refuseOldServer(client)
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    return applyAll(client, migrations)
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

async function applyAll(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  const taken = await takeOver(client, migrations)
  const journal = await readJournal(client)
  if (journal.size === 0 || journal.has(migrations[0]?.name as string)) return [...taken, ...(await applyMissing(client, migrations, journal))]
  throw new UnsuitableDatabase(
    'the list of migrations in this database (table schema_migrations) is not that of this shop: a shop of a version before 0.1.0 is first started once with commit 9162bee3, which completes its list, and a database of another program is not opened. Nothing was changed.',
  )
}

/** Gives a database of the former list the journal of now, and drops the functions that were kept for processes of still older versions. Its tables are not touched. */
async function takeOver(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  const lines = [...(await readJournal(client))].sort().map(([name, sha256]) => `${name} ${sha256}\n`)
  if (digestOf(lines.join('')) !== former.digest) return []
  const made = migrations.filter(({ name }) => name <= former.isNow)
  await client.query(`begin; set local lock_timeout = '10s'`)
  await client.query(
    'drop function create_commission(uuid, numeric, text, timestamptz, uuid), read_search(text, text), search_condition(jsonb, text[], boolean)',
  )
  await client.query('delete from schema_migrations')
  for (const { name, sha256 } of made) await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
  await client.query('commit')
  return made.map(({ name }) => name)
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

interface Migration {
  name: string
  text: string
  sha256: string
}

/** The number of the newest file, such as `0019`: every start brings the database to it. */
export async function newestMigration(): Promise<string> {
  return (await readMigrations()).at(-1)?.name.slice(0, 4) ?? ''
}

async function readMigrations(last?: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const end = last === undefined ? names.length - 1 : names.indexOf(last === former.last ? former.isNow : last)
  if (end < 0)
    throw new UnsuitableDatabase(
      `this version has no migration ${last}: rows that another version has written are restored with that version, and the shop is upgraded then. Nothing was changed.`,
    )
  return Promise.all(
    names.slice(0, end + 1).map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, sha256: digestOf(text) }
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
