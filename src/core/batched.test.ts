import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { arrayOf, asManyAs, batched, rowsOf, type SharedContext } from '#core/batched.ts'
import { contextOn } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase()
let ctx: SharedContext
beforeAll(() => {
  ctx = contextOn(database)
})
const bounds = { atOnce: 1, most: 3, again: 1 }

/** Adds one to each number in a statement of PostgreSQL, which refuses to divide by zero; and the batches that were tried. */
function increment(own: Partial<Parameters<typeof batched<number, number>>[0]> = {}) {
  const tried: number[][] = []
  const add = batched<number, number>({ ...bounds, ...own }, async ({ db }, numbers) => {
    tried.push(numbers)
    const { rows } = await db.execute<{ next: number }>(
      sql`select n + 1 / n * n as next from unnest(${sql.param(numbers)}::integer[]) with ordinality as each (n, at) order by at`,
    )
    return rows.map(({ next }) => next)
  })
  return { tried, all: (numbers: number[], on = ctx) => Promise.allSettled(numbers.map((number) => add(on, number))), add }
}

it('makes one statement of all who ask at once, with a bound, and answers each its own', async () => {
  const { tried, all } = increment()
  expect(await all([-1, 1, -1, 1, -1])).toEqual([0, 2, 0, 2, 0].map((value) => ({ status: 'fulfilled', value })))
  expect(tried).toEqual([
    [-1, 1, -1],
    [1, -1],
  ])
})

it('keeps whoever comes meanwhile for the next batch, and does what comes alone alone', async () => {
  const { tried, add } = increment()
  const first = add(ctx, 1)
  await new Promise((settle) => setImmediate(settle))
  expect(await Promise.all([first, add(ctx, 1), add(ctx, -1)])).toEqual([2, 2, 0])
  expect(tried).toEqual([[1], [1, -1]])
})

it('does each again by itself where PostgreSQL refuses them together: no caller gets the refusal of another', async () => {
  const { tried, all } = increment()
  const [one, zero, other] = await all([1, 0, -1])
  expect([one, other]).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'fulfilled', value: 0 },
  ])
  expect(zero).toMatchObject({ status: 'rejected', reason: { cause: { code: '22012' } } })
  expect(tried).toEqual([[1, 0, -1], [1], [0], [-1]])
})

it('does nothing again where the connection was lost: PostgreSQL may have done it', async () => {
  let tries = 0
  const lost = batched<number, number>(bounds, async ({ db }) => {
    tries++
    await db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
    return []
  })
  const all = await Promise.allSettled([lost(ctx, 1), lost(ctx, 2)])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(tries).toBe(1)
  expect(await increment().add(ctx, 1)).toBe(2)
})

it('keeps apart what must be, and whoever has another clock or another shop', async () => {
  const { tried, all } = increment({ apart: (number) => number })
  await all([1, 1, -1, 1])
  expect(tried).toEqual([[1, -1], [1], [1]])
  const other = increment()
  const later = { ...ctx, now: sql`now() + interval '1 day'` }
  await Promise.all([other.all([1]), other.all([-1], later), other.all([1], { ...ctx, services: { ...ctx.services } })])
  expect(other.tried).toEqual([[1], [-1], [1]])
})

it('gives each the row that names it, whatever their order, and null where there is none', async () => {
  const known = batched<{ id: string }, { id: string; text: string }>({ ...bounds, id: ({ id }) => id }, async ({ db }, asked) => {
    const { rows } = await db.execute<{ id: string; text: string }>(sql`
      with asked as (select * from unnest(${arrayOf(asked, 'id')}::text[]) as asked (id) ${asManyAs(asked)})
      select id, 'row ' || id as text from asked where id <> 'b' order by id desc`)
    return rows
  })
  const texts = await Promise.all(['a', 'b', 'c'].map((id) => known(ctx, { id })))
  expect(texts.map((row) => row?.text ?? null)).toEqual(['row a', null, 'row c'])
})

it('asks in an order of its own, a row or several for each, and never joins one that is to be alone', async () => {
  const sent: object[][] = []
  const alone = ({ word }: { word: string }) => word === 'alone'
  const counted = batched<{ word: string }, { id: string; letters: number }>(
    { ...bounds, id: ({ word }) => word, inOrder: ({ word }) => word, alone },
    async ({ db }, asked) => {
      const letters = rowsOf(asked, ({ word }) => [...word].map((letter) => ({ word, letter })))
      sent.push(JSON.parse(rowsOf(asked, ({ word }) => ({ word }))))
      const { rows } = await db.execute<{ id: string; letters: number }>(sql`
        select word as id, count(*)::integer as letters from jsonb_to_recordset(${letters}::jsonb) as asked (word text, letter text) group by word`)
      return rows
    },
  )
  const words = ['wingu', 'alone', 'mbio', 'a']
  const found = await Promise.all(words.map((word) => counted(ctx, { word })))
  expect(found).toEqual(words.map((id) => ({ id, letters: id.length })))
  expect(sent).toEqual([[{ word: 'alone' }], [{ word: 'a' }, { word: 'mbio' }, { word: 'wingu' }]])
})

it('turns away whoever comes when a thousand wait', async () => {
  const { add } = increment()
  const first = add(ctx, 1)
  const waiting = Array.from({ length: 999 }, () => add(ctx, 1))
  await expect(add(ctx, 1)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 5 } })
  expect(await Promise.all([first, ...waiting])).toEqual(Array(1000).fill(2))
})
