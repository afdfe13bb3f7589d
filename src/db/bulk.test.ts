import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { writeInBulk } from '#db/bulk.ts'
import { useDatabase } from '../../test/database.ts'

const test = useDatabase()

describe('writeInBulk', () => {
  it('copies every text as it is, and tells nothing from an empty one', async () => {
    const texts = ['Kisumu\tand\nNyali\r', 'a \\ and a \\N', '\\.', '', null, 'Nairobi, “Westlands” 🌍']
    const read = await writeInBulk(test.ownerUrl, [], async (bulk) => {
      await bulk.db.execute(sql`create temp table notes (place integer, text text, holds boolean) on commit drop`)
      await bulk.copy(
        'notes',
        ['place', 'text', 'holds'],
        texts.map((text, place) => [place, text, text !== null]),
      )
      return bulk.db.execute(sql`select text, holds from notes order by place`)
    })
    expect(read.rows).toEqual(texts.map((text) => ({ text, holds: text !== null })))
  })

  it('makes the indexes again as they were', async () => {
    const indexes = () => test.db.execute(sql`select indexname, indexdef from pg_indexes where tablename in ('orders', 'products') order by 1`)
    const before = (await indexes()).rows
    await writeInBulk(test.ownerUrl, ['orders', 'products'], async () => {})
    expect((await indexes()).rows).toEqual(before)
  })

  it('says what is wrong with a row, and writes none', async () => {
    const rows = [
      ['A', 'a-b'],
      ['B', 'not a slug'],
    ]
    await expect(writeInBulk(test.ownerUrl, [], (bulk) => bulk.copy('categories', ['name', 'slug'], rows))).rejects.toThrow(/categories_slug_check/)
    expect((await test.db.execute(sql`select from categories where slug = 'a-b'`)).rows).toEqual([])
  })
})
