import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { breakSilence } from '#db/database-connection.ts'
import { isUnavailable } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'
import { useDatabase } from '../../test/database.ts'
import { openFaultProxy } from '../../test/fault-proxy.ts'

const test = useDatabase()

describe('a connection that is lost', () => {
  it('between two statements of a transaction refuses the next one, and nothing else', async () => {
    const lost: string[] = []
    const { db, close } = openDatabase(test.appUrl, { connections: 1, onError: (error) => lost.push(error.message) })
    const cut = db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await test.ownerDb.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`)
      await expect.poll(() => lost).toEqual(['terminating connection due to administrator command'])
      await tx.execute(sql`select 1`)
    })
    await expect(cut).rejects.toSatisfy(isUnavailable)
    expect(lost).toHaveLength(1)
    expect((await db.execute(sql`select 1 as fine`)).rows).toEqual([{ fine: 1 }])
    await close()
  })

  it('is no concern of the request that opened it', async () => {
    const request = new AsyncLocalStorage<string>()
    const heard: unknown[] = []
    const { db, close } = openDatabase(test.appUrl, { connections: 1, onError: () => heard.push(request.getStore()) })
    const pid = await request.run('a request', async () => (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid)
    await test.ownerDb.execute(sql`select pg_terminate_backend(${pid}, 5000)`)
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    expect((await db.execute(sql`select 1 as fine`)).rows).toEqual([{ fine: 1 }])
    await close()
    // One line in the log, though pg tells of it twice and the pool once more.
    expect(heard).toEqual([undefined])
  })

  it('before a transaction could begin goes back to the pool, which makes a new one', async () => {
    const { db, close } = openDatabase(test.appUrl, { connections: 1 })
    vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(() => Promise.reject(new Error('read ECONNRESET')))
    await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toSatisfy(isUnavailable)
    expect((await db.execute(sql`select 1 as fine`)).rows).toEqual([{ fine: 1 }])
    await close()
  })
})

describe('a connection on which nothing is heard', () => {
  async function throughProxy() {
    const url = new URL(test.appUrl)
    const proxy = await openFaultProxy(Number(url.port))
    url.port = String(proxy.port)
    return { proxy, url: url.href }
  }

  it('is broken when a statement waits too long, not before, and not while nothing is asked', async () => {
    const { proxy, url } = await throughProxy()
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    const heed = breakSilence(client, 300)
    const run = (text: string) => {
      heed(text)
      return client.query(text)
    }
    await run('select pg_sleep(0.1)')
    await new Promise((settle) => setTimeout(settle, 400))
    await run(`begin; set local statement_timeout = '1s'`)
    await run('select pg_sleep(0.6)')
    await run('rollback')
    await proxy.fail('silent')
    await expect(run('select 1')).rejects.toSatisfy(isUnavailable)
    await client.end()
    await proxy.close()
  })

  it('or only nonsense is the database away, and is not used again', async () => {
    const { proxy, url } = await throughProxy()
    const { db, close } = openDatabase(url, { connections: 1 })
    const read = () => db.transaction((tx) => tx.execute(sql`select 1 as fine`))
    await read()
    // A message of a kind that there is not.
    await proxy.fail('garbage', { garbage: Buffer.from([42, 0, 0, 0, 4]) })
    await expect(read()).rejects.toSatisfy(isUnavailable)
    await proxy.pass()
    expect((await read()).rows).toEqual([{ fine: 1 }])
    await close()
    await proxy.close()
  })
})

describe('a transaction', () => {
  it('that fails tells why, and leaves nothing behind', async () => {
    const { db, close } = openDatabase(test.appUrl, { connections: 1 })
    const work = db.transaction(async (tx) => {
      await tx.execute(sql`insert into audit_log (action, table_name) values ('test', 'none')`)
      throw new Problem('size_gone')
    })
    await expect(work).rejects.toMatchObject({ code: 'size_gone' })
    expect((await db.execute(sql`select from audit_log`)).rows).toEqual([])
    await close()
  })
})
