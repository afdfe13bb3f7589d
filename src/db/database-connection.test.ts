import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { isTransient } from '#db/errors.ts'
import { useDatabase } from '../../test/database.ts'

describe('prepared statements', () => {
  const database = useDatabase()

  async function onOneConnection<Result>(work: (opened: ReturnType<typeof openDatabase>) => Promise<Result>): Promise<Result> {
    const opened = openDatabase(database.appUrl, { connections: 1 })
    try {
      return await work(opened)
    } finally {
      await opened.close()
    }
  }
  const asOwner = (statements: string) => database.ownerDb.execute(sql.raw(statements))
  const prepared = sql`select count(*)::int as n from pg_prepared_statements where statement like '%as planned_once%'`

  it('are planned once for a connection, however often they are asked', () =>
    onOneConnection(async ({ db }) => {
      for (const n of [1, 2, 3]) await db.execute(sql`select ${n}::int as planned_once`)
      expect((await db.execute(prepared)).rows).toEqual([{ n: 1 }])
    }))

  it('are long texts as well, though nothing is looked for in them', () =>
    onOneConnection(async ({ db }) => {
      const long = sql.raw(`select 1 as planned_once where 1 in (${Array.from({ length: 3_000 }, (_, n) => n).join(', ')})`)
      for (const text of [long, long, sql`select 1 as planned_once`]) await db.execute(text)
      expect((await db.execute(prepared)).rows).toEqual([{ n: 1 }])
    }))

  it('never grow beyond what one connection may hold', () =>
    onOneConnection(async ({ db }) => {
      for (let n = 0; n < 320; n++) await db.execute(sql.join([sql`select ${n}::int as planned_once`, sql.raw(`, ${n} as n`)]))
      const [row] = (await db.execute(prepared)).rows as { n: number }[]
      expect(row?.n).toBe(300)
    }))

  it('are thrown away with their connection when a migration changes what they answer', () =>
    onOneConnection(async ({ db }) => {
      await asOwner(`create table moving (id int); insert into moving values (1); grant select on moving to public`)
      const read = () => db.transaction((tx) => tx.execute(sql`select * from moving where id = ${1}`))
      expect((await read()).rows).toEqual([{ id: 1 }])
      await asOwner(`alter table moving add column name text default 'Ngong'`)
      const refusal = await read().catch((error) => error)
      expect(isTransient(refusal)).toBe(true)
      expect((await read()).rows).toEqual([{ id: 1, name: 'Ngong' }])
    }))
})
