import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { theShop } from '#core/context.ts'
import { consume } from '#core/rate-limit.ts'
import { deleteExpiredRows } from '#features/upkeep/delete-expired-rows.ts'
import { contextOn, later, orderIn, orderRow, rowsOf, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
const ctx = () => contextOn(database, { actor: theShop })
const count = async (from: SQL) => Number((await rowsOf<{ n: string }>(database, sql`select count(*) as n from ${from}`))[0]?.n)
const callbacksOf = (attempt: { id: string }) => count(sql`callbacks where attempt_id = ${attempt.id}`)
const forgetAfter = (interval: string) => deleteExpiredRows(later(ctx(), interval))

describe('what is only there for a time', () => {
  it('is the key of a Place Order, for a week', async () => {
    const { id } = await orderIn(database, 'buyer_not_paid')
    const keys = sql`idempotency_keys where order_id = ${id}`
    await forgetAfter('6 days 23 hours')
    expect(await count(keys)).toBe(1)
    expect(await forgetAfter('7 days 1 minute')).toBeGreaterThan(0)
    expect([await count(keys), (await orderRow(database, id)).status]).toEqual([0, 'buyer_not_paid'])
  })

  it('is a processed callback, for 400 days; the payment it told of stays', async () => {
    const { id, attempt } = await orderIn(database, 'waiting_shipment')
    await forgetAfter('399 days')
    expect(await callbacksOf(attempt)).toBe(1)
    await forgetAfter('401 days')
    expect([await callbacksOf(attempt), (await orderRow(database, id)).mpesa_receipt_number]).toEqual([0, attempt.receipt])
    expect(await forgetAfter('401 days'), 'forgotten once').toBe(0)
  })

  it('is a turn under a limit, for as long as it counts', async () => {
    await consume(ctx(), 'order_phone', 'somebody')
    await forgetAfter('9 minutes')
    expect(await count(sql`rate_limits`)).toBe(1)
    await forgetAfter('10 minutes 1 second')
    expect(await count(sql`rate_limits`)).toBe(0)
  })

  it('is a code of a second factor, for two minutes after it counted', async () => {
    const [user] = await rowsOf<{ id: string }>(database, sql`insert into auth.users (email) values ('wanjiku@example.com') returning id`)
    await database.db.execute(
      sql`insert into auth.used_codes (user_id, code_hash, expires_at) values (${user?.id}, 'x', now() + interval '2 minutes')`,
    )
    await forgetAfter('1 minute 50 seconds')
    expect(await count(sql`auth.used_codes`)).toBe(1)
    await forgetAfter('2 minutes 1 second')
    expect(await count(sql`auth.used_codes`)).toBe(0)
  })

  it('is not a callback that nobody has acted on, nor one that a person has still to judge', async () => {
    const wrong = await orderIn(database, 'awaiting_payment')
    await tellPaid(wrong.ctx, wrong.attempt, { amount: 100 })
    const open = await orderIn(database, 'awaiting_payment')
    await database.db.execute(
      sql`insert into callbacks (attempt_id, body, received_at) values (${open.attempt.id}, '{}', now()), (${wrong.attempt.id}, '{}', now())`,
    )
    await forgetAfter('5 years')
    expect([await callbacksOf(wrong.attempt), await callbacksOf(open.attempt)]).toEqual([2, 1])
  })

  it('goes piece by piece, however much it is', async () => {
    const at = sql`now() - interval '500 days'`
    await database.db.execute(sql`
      insert into callbacks (body, received_at, processed_at, outcome) select '{}', ${at}, ${at}, 'unknown attempt' from generate_series(1, 5001)`)
    expect(await deleteExpiredRows(ctx())).toBe(5001)
  })
})
