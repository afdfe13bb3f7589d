import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type EmbeddedServer, startEmbedded } from '@viatu/vault/postgres'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '#db/run-migrations.ts'
import { ownDatabase } from '../../test/kept-databases.ts'
import { query } from '../../test/query.ts'
import { quickly } from '../../test/shop-process.ts'

/** The version before: all migrations but the last. */
const [before, last] = (await readdir('src/db/migrations')).sort().slice(-2) as [string, string]
/** A size whose stock no movement explains, as only a fault of a migration could leave it. */
const breakBooks = `set session_replication_role = replica; insert into product_size (product_id, label, stock, position) values (gen_random_uuid(), '42', 7, 1)`

async function upgrade(env: Record<string, string>, ...args: string[]): Promise<string> {
  const { PATH, HOME, TMPDIR } = process.env
  const run = promisify(execFile)(process.execPath, [...quickly, 'src/server/upgrade.ts', ...args], { env: { PATH, HOME, TMPDIR, ...env } })
  const { stdout, stderr } = await run.catch((failed: { stdout: string; stderr: string }) => failed)
  return stdout + stderr
}

const newest = async (url: string) => (await query(url, 'select name from schema_migrations order by name desc limit 1'))[0]?.name

describe('npx viatu upgrade, with the embedded PostgreSQL', () => {
  let home: string
  let server: EmbeddedServer

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'viatu-upgrade-'))
    server = await startEmbedded(home)
    await migrate(server.ownerUrl(), before)
  })
  afterEach(async () => {
    await server.stop()
    await rm(home, { recursive: true, force: true })
  })
  const copies = async () => (await readdir(home)).filter((name) => name.startsWith('before-upgrade'))

  it('backs up, migrates a copy and then the shop, beside it; the other copy is the way back', async () => {
    const copiesFolder = await mkdtemp(join(tmpdir(), 'viatu-upgrade-copies-'))
    const said = await upgrade({ DATA_DIR: home, BACKUP_DIR: copiesFolder })
    expect(said).toContain(`Copied to the folder ${copiesFolder}: `)
    expect((await readdir(copiesFolder, { recursive: true })).some((name) => name.endsWith('/manifest'))).toBe(true)
    await rm(copiesFolder, { recursive: true })
    expect(said).toContain(`Migrated: ${last}. The books balance`)
    expect(await newest(server.ownerUrl())).toBe(last)
    expect(await copies()).toEqual([expect.stringMatching(/^before-upgrade-\d{14}$/)])

    const [kept = ''] = await copies()
    await server.stop()
    await rm(join(home, 'postgres'), { recursive: true })
    await rename(join(home, kept, 'postgres'), join(home, 'postgres'))
    server = await startEmbedded(home)
    expect(await newest(server.ownerUrl())).toBe(before)
  })

  it('leaves the shop as it was when the books of the copy do not balance', async () => {
    await query(server.ownerUrl(), breakBooks)
    expect(await upgrade({ DATA_DIR: home })).toMatch(
      /^The books of viatu do not balance with this version: S2 at .*\nThe shop itself was not changed\.\n$/,
    )
    expect([await newest(server.ownerUrl()), await copies()]).toEqual([before, []])
  })

  it('waits for no other copy: two at once would remove the parts of each other', async () => {
    const other = new pg.Client({ connectionString: server.ownerUrl() })
    await other.connect()
    await other.query(`select pg_advisory_lock(7214030, hashtext('backup'))`)
    const copiesFolder = await mkdtemp(join(tmpdir(), 'viatu-upgrade-copies-'))
    expect(await upgrade({ DATA_DIR: home, BACKUP_DIR: copiesFolder })).toBe('A backup is running already.\nThe shop itself was not changed.\n')
    await other.end()
    expect([await readdir(copiesFolder), await copies()]).toEqual([[], []])
    await rm(copiesFolder, { recursive: true })
  })

  it('says that there is nothing to do, and leaves nothing behind', async () => {
    await migrate(server.ownerUrl())
    expect(await upgrade({ DATA_DIR: home })).toBe('The database is up to date already.\n')
    expect(await copies()).toEqual([])
    expect(await upgrade({ DATA_DIR: tmpdir() })).toContain('holds no shop')
  })
})

describe('npx viatu upgrade, with a database of its own', () => {
  const database = ownDatabase()
  const env = { DATABASE_URL: database.ownerUrl }
  const trials = () => query(database.ownerUrl, `select datname from pg_database where datname like '%_trial'`)

  beforeEach(async () => {
    await database.make('template0')
    await migrate(database.ownerUrl, before)
  })
  afterEach(database.drop)

  it('wants a backup and the shop closed, and then migrates a copy and the shop', async () => {
    expect(await upgrade(env)).toContain('Set up a backup (BACKUP_DIR), or take one of your own and say so: npx viatu upgrade --backed-up')
    const open = new pg.Client({ connectionString: database.appUrl })
    await open.connect()
    expect(await upgrade(env, '--backed-up')).toContain('Close the shop')
    await open.end()
    expect(await newest(database.ownerUrl)).toBe(before)
    expect(await upgrade(env, '--backed-up')).toContain(`Migrated: ${last}. The books balance`)
    expect(await newest(database.ownerUrl)).toBe(last)
    expect(await upgrade(env, '--backed-up')).toBe('The database is up to date already.\n')
    expect(await trials()).toEqual([])
  })

  it('leaves the shop as it was when the books of the copy do not balance', async () => {
    await query(database.ownerUrl, breakBooks)
    expect(await upgrade(env, '--backed-up')).toMatch(/^The books of test_\w+_trial do not balance with this version: S2 at /)
    expect(await newest(database.ownerUrl)).toBe(before)
    expect(await trials()).toEqual([])
  })
})
