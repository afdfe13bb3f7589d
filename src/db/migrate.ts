import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('./migrations/', import.meta.url)
/** Any fixed number: whoever migrates this database takes it first, so that two processes may start at once. */
const lock = 7_214_001

/**
 * Brings a database up to date, as its owner. Plain SQL files in the order of their names, each in its own transaction, forward only.
 * Throws when a file that has already run was edited since. Answers the names of the files it ran.
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'viatu-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    return await applyAll(client)
  } finally {
    await client.end()
  }
}

async function applyAll(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations')
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  const ran: string[] = []
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
    const text = await readFile(new URL(name, folder), 'utf8')
    const sha256 = createHash('sha256').update(text).digest('hex')
    const known = applied.get(name)
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
