import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { exportRows, importRows } from '#db/export-rows.ts'
import { orderIn, rowsOf } from '../../test/checkout.ts'
import { contents } from '../../test/contents.ts'
import { expectBooksToBalance, useDatabase } from '../../test/database.ts'
import { ownDatabase } from '../../test/kept-databases.ts'

const database = useDatabase()

it('brings every row and sequence of a shop to an empty database, which sells on', async () => {
  for (const status of ['waiting_shipment', 'cancelled', 'buyer_not_paid'] as const) await orderIn(database, status)
  await database.ownerDb.execute(sql`update products set description = E'tab\\t and line\\nend'`)
  const files = new Map<string, Buffer>()
  const exported = await exportRows(database.ownerUrl, async (table, rows) => void files.set(table, await buffer(rows)))
  const other = ownDatabase()
  await other.make('template0')
  const target = openDatabase(other.ownerUrl, { connections: 2 })
  try {
    const read = (table: string) => Readable.from([files.get(table) as Buffer])
    await expect(importRows(database.ownerUrl, exported, read)).rejects.toThrow('holds a shop already')
    await importRows(other.ownerUrl, JSON.parse(JSON.stringify(exported)), read)
    expect(await rowsOf(target, sql.raw(contents))).toEqual(await rowsOf({ db: database.ownerDb }, sql.raw(contents)))
    const keys = sql`select count(*)::integer as count from pg_constraint where contype = 'f' and convalidated`
    expect(await rowsOf(target, keys)).toEqual(await rowsOf({ db: database.ownerDb }, keys))
    // Words of new names are noted in bulk too.
    const always = sql`select tgname from pg_trigger where tgenabled = 'A'`
    expect(await rowsOf(target, always)).toEqual(await rowsOf({ db: database.ownerDb }, always))
    // A new row gets the next number, and triggers run again.
    await orderIn(target, 'shipped')
    await expectBooksToBalance(target.db)
  } finally {
    await target.close()
    await other.drop()
  }
})
