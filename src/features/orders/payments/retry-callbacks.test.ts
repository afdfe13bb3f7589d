import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nextCallbackTryAfter } from '#domain/payment.ts'
import { askMpesa } from '#features/orders/payments/payment-operations.ts'
import { retryCallbacks } from '#features/orders/payments/receive-callback.ts'
import {
  admin,
  as,
  attemptOf,
  callBack,
  clearDesk,
  later,
  type OrderInStatus,
  orderIn,
  orderRow,
  rowsOf,
  tellFailed,
  tellPaid,
} from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { answered, paidBody } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
beforeEach(() => clearDesk(database))
afterEach(() => database.ownerDb.execute(sql`drop function if exists stumble() cascade`))

/** From now on no payment of this attempt can be written to the database. */
async function stumbleOver({ attempt }: OrderInStatus) {
  await database.ownerDb.execute(sql`create function stumble() returns trigger language plpgsql as $$ begin raise exception 'stumbled'; end $$`)
  await database.ownerDb.execute(
    sql.raw(
      `create trigger stumble before update on payment_attempts for each row when (new.id = '${attempt.id}' and new.state = 'paid') execute function stumble()`,
    ),
  )
}
const callbackOf = async ({ attempt }: OrderInStatus) =>
  (
    await rowsOf<{ tries: number; outcome: string | null; waits: number }>(
      database,
      sql`select tries, outcome, round(extract(epoch from next_try_at - received_at))::integer as waits from callbacks where attempt_id = ${attempt.id}`,
    )
  )[0]

/** Makes every try, each at its time; answers the seconds that have passed. */
async function tryToTheEnd(ctx: OrderInStatus['ctx']): Promise<number> {
  let seconds = 0
  for (let tries = 0; ; tries++) {
    const pause = nextCallbackTryAfter(tries)
    if (pause === null) return seconds
    seconds += pause
    expect(await retryCallbacks(later(ctx, `${seconds - 1} seconds`), 10), `try ${tries}, early`).toBe(0)
    expect(await retryCallbacks(later(ctx, `${seconds} seconds`), 10), `try ${tries}`).toBe(1)
  }
}

describe('a callback that cannot be processed', () => {
  it('is tried with growing pauses, and then a person looks', async () => {
    const order = await orderIn(database, 'awaiting_payment')
    await stumbleOver(order)
    await tellPaid(order.ctx, order.attempt)
    expect(await callbackOf(order)).toMatchObject({ tries: 0, outcome: null, waits: 5 })
    // Another one, whose turn is later.
    const young = await orderIn(database, 'awaiting_payment')
    await database.db.execute(
      sql`insert into callbacks (attempt_id, body, next_try_at) values (${young.attempt.id}, '{}', now() + interval '60 days')`,
    )
    const seconds = await tryToTheEnd(order.ctx)
    expect(await callbackOf(young)).toMatchObject({ outcome: null })
    expect(seconds).toBeGreaterThan(3600)
    expect(await callbackOf(order)).toMatchObject({ tries: 7, outcome: 'given up' })
    expect(await attemptOf(order.ctx, order.id)).toMatchObject({ state: 'accepted', review_reason: 'A callback of M-Pesa could not be processed' })
    expect(order.ctx.logged.filter(({ message }) => message.startsWith('callback given up'))).toHaveLength(1)
    expect(await retryCallbacks(later(order.ctx, '30 days'), 10)).toBe(0)
  })

  it('is given up, not its payment: M-Pesa is still asked', async () => {
    const order = await orderIn(database, 'awaiting_payment')
    await stumbleOver(order)
    const receipt = await tellPaid(order.ctx, order.attempt)
    await tryToTheEnd(order.ctx)
    await database.ownerDb.execute(sql`drop function stumble() cascade`)
    order.ctx.mpesa.onQuery(order.attempt, answered('0'))
    await askMpesa(as(order.ctx, admin), order.id)
    expect(await orderRow(order.ctx, order.id)).toMatchObject({ status: 'waiting_shipment', mpesa_receipt_number: receipt })
    expect(await attemptOf(order.ctx, order.id)).toMatchObject({ needs_review_at: null })
  })

  it('stays on the desk when M-Pesa then tells of a failure: it may have told of money', async () => {
    const order = await orderIn(database, 'awaiting_payment')
    await stumbleOver(order)
    await tellPaid(order.ctx, order.attempt)
    await tryToTheEnd(order.ctx)
    await tellFailed(order.ctx, order.attempt)
    expect(await attemptOf(order.ctx, order.id)).toMatchObject({ state: 'failed', needs_review_at: expect.any(String) })
  })

  it('keeps no younger one waiting, not even fifty of them', async () => {
    const [stuck, young] = [await orderIn(database, 'awaiting_payment'), await orderIn(database, 'awaiting_payment')]
    await stumbleOver(stuck)
    const body = paidBody({ checkoutRequestId: stuck.attempt.checkout_request_id as string, amount: 450000 })
    for (let told = 0; told < 50; told++) await callBack(stuck.ctx, stuck.attempt, body)
    // Stored, and then the process was killed.
    const text = paidBody({ checkoutRequestId: young.attempt.checkout_request_id as string, amount: 450000, receipt: 'TYOUNG0001' })
    await database.db.execute(
      sql`insert into callbacks (attempt_id, body, next_try_at) values (${young.attempt.id}, ${text}, now() + interval '5 seconds')`,
    )
    const ctx = later(young.ctx, '6 seconds')
    for (let round = 0; round < 6; round++) await retryCallbacks(ctx, 10)
    expect((await orderRow(ctx, young.id)).status).toBe('waiting_shipment')
  })
})

it('that takes the process down with it is given up without being tried again', async () => {
  const order = await orderIn(database, 'awaiting_payment')
  await stumbleOver(order)
  await tellPaid(order.ctx, order.attempt)
  await database.db.execute(sql`update callbacks set tries = 7 where attempt_id = ${order.attempt.id}`)
  await retryCallbacks(later(order.ctx, '6 seconds'), 10)
  expect(await callbackOf(order)).toMatchObject({ outcome: 'given up' })
  expect(order.ctx.logged.at(-1)).toMatchObject({ level: 'warn', message: 'payment needs a look' })
})

it('is tried once by three processes at the same time', async () => {
  const order = await orderIn(database, 'awaiting_payment')
  await stumbleOver(order)
  await tellPaid(order.ctx, order.attempt)
  const ctx = later(order.ctx, '6 seconds')
  await Promise.all([1, 2, 3].map(() => retryCallbacks(ctx, 10)))
  expect(await callbackOf(order)).toMatchObject({ tries: 1 })
})
