import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { instant, jsonList, jsonOf, only, selectOf } from '#core/select-of.ts'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase()

const shape = z.object({ at: instant.nullable(), day: z.iso.date(), sum: z.number(), count: z.int().optional(), text: z.string(), twice: z.number() })
const rows = sql`(values (timestamptz '2026-11-21 08:00:00.123999+00', date '2026-11-21', 1200.50, 3::bigint, 'one'), (null, '2026-01-02', 0, 4, 'two')) r (at, day, sum, count, text)`
const expected = [
  { at: '2026-11-21T08:00:00.123Z', day: '2026-11-21', sum: 1200.5, count: 3, text: 'one', twice: 2401 },
  { at: null, day: '2026-01-02', sum: 0, count: 4, text: 'two', twice: 0 },
]

it('a row is JSON as it comes: instants to the millisecond as JavaScript writes them, days text, amounts and counts numbers', async () => {
  const answer = await database.ownerDb.execute(sql`select ${selectOf(shape, 'r', { twice: sql`r.sum + r.sum` })} from ${rows} order by r.day desc`)
  expect(answer.rows).toEqual(expected)
  expect(new Date('2026-11-21 08:00:00.123999+00').toISOString()).toBe(expected[0]?.at)
})

it('so is one in JSON, and the list of none is empty', async () => {
  const list = jsonList(jsonOf(shape, 'r', { twice: sql`r.sum + r.sum` }), sql`r.day desc`)
  const read = async (where: boolean) => (await database.ownerDb.execute(sql`select ${list} as list from ${rows} where ${where}`)).rows[0]?.list
  expect(await read(true)).toEqual(expected)
  expect(await read(false)).toEqual([])
})

it('a reader gets the columns that are named and no others', () => {
  expect(only({ id: 1, name: 'Amina', secret: 'x' }, ['name', 'id'])).toEqual({ name: 'Amina', id: 1 })
})
