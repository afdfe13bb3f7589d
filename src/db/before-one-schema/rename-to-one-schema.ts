import { readFile } from 'node:fs/promises'
import type pg from 'pg'

/** The last of the files that hold what the known list made: later ones are applied like any other. */
const lastFile = '0012-limits.sql'

/**
 * Renames a database whose journal is exactly the known list of before the migrations became one schema, and writes its journal anew, in one transaction.
 * Answers false for any other journal, and then changes nothing. To be deleted, with this folder, when the next version is tagged (docs/decisions/0031).
 */
export async function renameToOneSchema(
  client: pg.Client,
  journal: ReadonlyMap<string, string>,
  migrations: readonly { name: string; sha256: string }[],
): Promise<boolean> {
  const known = new Map(Object.entries<string>(JSON.parse(await read('journal.json'))))
  if (journal.size !== known.size || [...known].some(([name, sha256]) => journal.get(name) !== sha256)) return false
  const files = migrations.filter(({ name }) => name <= lastFile).map(({ name, sha256 }) => [name, sha256])
  await client.query(`begin; set local lock_timeout = '10s'`)
  await client.query(await read('rename.sql'))
  await client.query('delete from schema_migrations')
  await client.query('insert into schema_migrations (name, sha256) select * from jsonb_each_text($1)', [JSON.stringify(Object.fromEntries(files))])
  await client.query('commit')
  return true
}

function read(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8')
}
