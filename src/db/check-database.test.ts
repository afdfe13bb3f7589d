import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkDatabase } from '#db/check-database.ts'
import { UnsuitableDatabase } from '#db/run-migrations.ts'
import { useDatabase } from '../../test/database.ts'
import { ownDatabase } from '../../test/kept-databases.ts'
import { openOtherPostgres } from '../../test/other-postgres.ts'

const database = useDatabase()
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const addresses = () => ({ url: database.appUrl, directUrl: database.appUrl, ownerUrl: database.ownerUrl })

/** The real server behind bytes that are changed on their way. */
async function other(url: string, real: string, instead: string): Promise<string> {
  const proxy = await openOtherPostgres(url, real, instead.padEnd(real.length))
  closing.push(proxy.close)
  return proxy.url
}

async function refusalOf(changed: Partial<ReturnType<typeof addresses>>): Promise<string> {
  const refusal = await checkDatabase({ ...addresses(), ...changed }, 500).catch((error) => error)
  expect(refusal).toBeInstanceOf(UnsuitableDatabase)
  return refusal.message
}

describe('the check of a database at a start', () => {
  it('passes on PostgreSQL, four times at once, and leaves nothing behind', async () => {
    await Promise.all([1, 2, 3, 4].map(() => checkDatabase(addresses())))
    const client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    const { rows } = await client.query(`select
      (select count(*)::integer from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())) as locks,
      (select count(*)::integer from pg_proc where proname = 'refuse_check') as functions, to_regclass('deferred_check') as "table"`)
    await client.end()
    expect(rows).toEqual([{ locks: 0, functions: 0, table: null }])
  })

  it('refuses addresses of two databases, whose locks exclude nobody', async () => {
    const elsewhere = ownDatabase()
    await elsewhere.make()
    closing.push(elsewhere.drop)
    expect(await refusalOf({ directUrl: elsewhere.appUrl, url: elsewhere.appUrl })).toMatch(/DATABASE_DIRECT_URL leads to another database/)
    expect(await refusalOf({ ownerUrl: elsewhere.ownerUrl })).toMatch(/advisory lock/)
  })

  it('refuses a server on which notifications do not arrive', async () => {
    const deaf = await other(database.appUrl, 'select pg_notify(', 'select textlike (')
    expect(await refusalOf({ url: deaf, directUrl: deaf })).toContain('notification does not arrive')
  })

  it('ends with an error, and not with the process, when its connections are lost meanwhile', async () => {
    const deaf = await other(database.appUrl, 'select pg_notify(', 'select textlike (')
    const check = checkDatabase({ ...addresses(), url: deaf, directUrl: deaf }, 2_000).catch((error) => error)
    const client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    await vi.waitFor(async () => {
      const { rowCount } = await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'viatu-check' and datname = current_database() and query like 'listen %'`)
      expect(rowCount).toBe(1)
    })
    await client.end()
    expect(await check).toBeInstanceOf(Error)
  })

  it('refuses a server whose deferred triggers fire early, or never', async () => {
    const [early, never] = await Promise.all([
      other(database.ownerUrl, 'deferrable initially deferred', 'not deferrable'),
      other(database.ownerUrl, "raise exception using errcode = 'VT001'", 'return null'),
    ])
    expect(await refusalOf({ ownerUrl: early })).toContain('refused before it (VT001)')
    expect(await refusalOf({ ownerUrl: never })).toContain('does not fire at the commit (it is accepted)')
  })

  it('gives the role the timeouts where a pooler refuses them, and sees when its connections have others', async () => {
    const pooled = await other(database.appUrl, 'unused-', 'unused-')
    const set = () =>
      database.ownerDb.execute(
        `select unnest(setconfig) as setting from pg_db_role_setting s join pg_database d on d.oid = setdatabase where datname = current_database()`,
      )
    await Promise.all([1, 2, 3, 4].map(() => checkDatabase({ ...addresses(), url: pooled })))
    const { rows } = await set()
    expect(rows.map(({ setting }) => setting).sort()).toEqual([
      'TimeZone=UTC',
      'idle_in_transaction_session_timeout=10s',
      'lock_timeout=2s',
      'statement_timeout=5s',
      'transaction_timeout=15s',
    ])
    expect(await refusalOf({ url: database.ownerUrl })).toContain('statement_timeout is 0 and should be 5s')
  })
})
