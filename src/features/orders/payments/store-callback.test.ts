import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { callBack, orderIn, rowsOf } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'

const database = useDatabase()

it.each<[string, string, string]>([
  ['as long as its place is kept whole', 'x'.repeat(16_384), 'x'.repeat(16_384)],
  ['of one byte more is kept cut off', 'x'.repeat(16_385), 'x'.repeat(16_382)],
  ['of letters that take two bytes is counted in bytes', 'é'.repeat(8_193), 'é'.repeat(8_191)],
  ['cut within a letter ends with the sign for what cannot be read', `x${'é'.repeat(8_192)}`, `x${'é'.repeat(8_190)}\ufffd`],
  ['with a NUL is kept without it', `\u0000${'x'.repeat(16_384)}`, 'x'.repeat(16_384)],
])('a callback %s', async (_, body, stored) => {
  const { ctx, attempt } = await orderIn(database, 'awaiting_payment')
  await callBack(ctx, attempt, body)
  const kept = await rowsOf<{ body: string }>(database, sql`select body from callbacks where attempt_id = ${attempt.id}`)
  expect(kept.map((row) => row.body === stored || row.body.length)).toEqual([true])
})
