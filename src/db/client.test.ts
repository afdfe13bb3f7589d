import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'
import { useDatabase } from '../../test/database.ts'

const test = useDatabase()

describe('a connection that is lost', () => {
  it('between two statements of a transaction refuses the next one, and nothing else', async () => {
    const lost: string[] = []
    const { db, close } = openDatabase(test.appUrl, { connections: 1, onError: (error) => lost.push(error.message) })
    const cut = db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await test.ownerDb.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`)
      await expect.poll(() => lost).toEqual(['terminating connection due to administrator command', 'Connection terminated unexpectedly'])
      await tx.execute(sql`select 1`)
    })
    await expect(cut).rejects.toSatisfy(isUnavailable)
    expect((await db.execute(sql`select 1 as fine`)).rows).toEqual([{ fine: 1 }])
    await close()
  })

  it('before a transaction could begin goes back to the pool, which makes a new one', async () => {
    const { db, close } = openDatabase(test.appUrl, { connections: 1 })
    vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(() => Promise.reject(new Error('read ECONNRESET')))
    await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toSatisfy(isUnavailable)
    expect((await db.execute(sql`select 1 as fine`)).rows).toEqual([{ fine: 1 }])
    await close()
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
