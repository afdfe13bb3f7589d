import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { fromShillings } from '#domain/money.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { payAtOnce } from '#features/orders/payments/pay-at-once.ts'
import { storeCallback } from '#features/orders/payments/receive-callback.ts'
import { addProfile, attemptOf, contextOn, interrupted, orderOf, orderRow, placed, putOnShelf, rowsOf, tellPaid } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { meanwhile } from '../../../../test/overtake.ts'
import { newReceipt, paidBody } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()

/** The same database, which counts transactions: the way for what is not as usual needs one. */
function counting() {
  const seen = { transactions: 0 }
  const transaction: typeof database.db.transaction = (...args) => {
    seen.transactions++
    return database.db.transaction(...args)
  }
  const db = new Proxy(database.db, { get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)) })
  return { db, seen }
}
const outcomes = (attempt: { id: string }) =>
  rowsOf<{ outcome: string }>(database, sql`select outcome from callbacks where attempt_id = ${attempt.id} order by id`)

describe('a callback that pays at once', () => {
  it('writes attempt, order, event and its own mark without a transaction of several statements', async () => {
    const { db, seen } = counting()
    const shoe = await putOnShelf(database)
    const { id, ctx, attempt } = await placed(contextOn(database), shoe)
    const receipt = await tellPaid({ ...ctx, db }, attempt)
    expect(seen.transactions).toBe(0)
    expect(await orderRow(database, id)).toMatchObject({ status: 'waiting_shipment', mpesa_receipt_number: receipt, payment_assumed: false })
    expect(await attemptOf(database, id)).toMatchObject({ state: 'paid', receipt, next_check_at: null })
    expect(await outcomes(attempt)).toEqual([{ outcome: 'paid' }])
  })

  it('does not wait for a job that has taken the callback', async () => {
    const { id, ctx, attempt } = await placed(contextOn(database), await putOnShelf(database))
    const body = paidBody({ checkoutRequestId: attempt.checkout_request_id as string, amount: fromShillings(attempt.amount), receipt: newReceipt() })
    const stored = await storeCallback(ctx, { attemptId: attempt.id }, body)
    const job = sql`select from callbacks where id = ${stored.id} for update`
    await meanwhile(database, job, [() => payAtOnce(ctx, attempt.id, stored)], async () => {
      expect((await orderRow(database, id)).status).toBe('waiting_shipment')
    })
  })

  it('leaves a mark alone that a job has set meanwhile', async () => {
    const { id, ctx, attempt } = await placed(contextOn(database), await putOnShelf(database))
    const body = paidBody({ checkoutRequestId: attempt.checkout_request_id as string, amount: fromShillings(attempt.amount), receipt: newReceipt() })
    const stored = await storeCallback(ctx, { attemptId: attempt.id }, body)
    await database.db.execute(sql`update callbacks set processed_at = now(), outcome = 'known' where id = ${stored.id}`)
    expect([await payAtOnce(ctx, attempt.id, stored), (await orderRow(database, id)).status]).toEqual([true, 'waiting_shipment'])
    expect(await outcomes(attempt)).toEqual([{ outcome: 'known' }])
  })

  it('leaves what is not as usual to the step by step: a receipt of another payment, and a sum that is not the whole', async () => {
    const shoe = await putOnShelf(database)
    const [first, second] = [await placed(contextOn(database), shoe), await placed(contextOn(database), shoe)]
    const receipt = await tellPaid(first.ctx, first.attempt, { receipt: newReceipt() })
    const { db, seen } = counting()
    await tellPaid({ ...second.ctx, db }, second.attempt, { receipt })
    await tellPaid({ ...second.ctx, db }, second.attempt, { amount: 100 })
    expect(seen.transactions).toBeGreaterThan(1)
    expect(await orderRow(database, second.id)).toMatchObject({ status: 'awaiting_payment', paid_at: null })
    expect(await attemptOf(database, second.id)).toMatchObject({ state: 'accepted', receipt: null, needs_review_at: expect.anything() })
  })

  it('pays all orders of one moment in one statement, but for one that is locked, for which nobody waits, and each order once', async () => {
    const shoe = await putOnShelf(database)
    const base = contextOn(database)
    const orders = await Promise.all([1, 2, 3].map(() => placed(base, shoe)))
    const prompts = orders.map(({ attempt }) => attempt)
    // Both numbers of the last one pay.
    const twice = orders[2] as (typeof orders)[0]
    await requestPayment(twice.ctx, twice.id, { phone: '0112 000 222' })
    prompts.push(await attemptOf(base, twice.id))
    const callbacks = await Promise.all(
      prompts.map((attempt) =>
        storeCallback(
          base,
          { attemptId: attempt.id },
          paidBody({ checkoutRequestId: attempt.checkout_request_id as string, amount: fromShillings(attempt.amount), receipt: newReceipt() }),
        ),
      ),
    )
    const { db, seen } = interrupted(database)
    const held = sql`select from orders where id = ${orders[0]?.id} for update`
    await meanwhile(database, held, [], async () => {
      const paid = await Promise.all(callbacks.map((stored, at) => payAtOnce({ ...base, db }, prompts[at]?.id as string, stored)))
      expect(paid).toEqual([false, true, true, false])
    })
    expect(seen.statements, 'the second prompt comes after them').toBe(2)
    const rows = await Promise.all(orders.map(({ id }) => orderRow(database, id)))
    expect(rows.map(({ status }) => status)).toEqual(['awaiting_payment', 'waiting_shipment', 'waiting_shipment'])
    expect(await outcomes(orders[1]?.attempt as { id: string })).toEqual([{ outcome: 'paid' }])
  })

  it('leaves a referred order to the transaction in which its commission follows', async () => {
    const affiliate = await addProfile(database, { code: 'PAYATNCE' })
    const ctx = contextOn(database)
    const shoe = await putOnShelf(database)
    const { order } = await placeOrder(ctx, orderOf(shoe, { affiliate_code: 'PAYATNCE' }))
    const { db, seen } = counting()
    const statuses: string[] = []
    const outside = interrupted({ db }, async () => statuses.push((await orderRow(database, order.id)).status))
    await tellPaid({ ...ctx, db: outside.db }, await attemptOf(ctx, order.id))
    expect(seen.transactions).toBe(1)
    expect(statuses, 'a statement of its own does not pay it').toEqual(statuses.map(() => 'awaiting_payment'))
    const [row] = await rowsOf<{ affiliate_id: string; converted_at: string | null }>(
      database,
      sql`select affiliate_id, converted_at from orders where id = ${order.id}`,
    )
    expect(row).toMatchObject({ affiliate_id: affiliate, converted_at: expect.anything() })
  })

  it('leaves a connection to the callbacks that are still to be stored, however many pay', async () => {
    const shoe = await putOnShelf(database)
    const base = contextOn(database)
    const orders = await Promise.all([1, 2, 3, 4, 5].map(() => placed(base, shoe)))
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    let paying = 0
    let most = 0
    const execute = async (query: SQL) => {
      if (new PgDialect().sqlToQuery(query).sql.includes('update callbacks')) {
        most = Math.max(most, ++paying)
        await held
        return database.db.execute(query).finally(() => paying--)
      }
      return database.db.execute(query)
    }
    const db = new Proxy(database.db, { get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)) })
    // Two of them with one receipt, which PostgreSQL refuses.
    const receipts = [newReceipt(), ...Array(2).fill(newReceipt()), newReceipt(), newReceipt()]
    const told = orders.map(({ attempt }, at) => tellPaid({ ...base, db }, attempt, { receipt: receipts[at] }))
    const stored = async () => (await Promise.all(orders.map(({ attempt }) => outcomes(attempt)))).flat()
    await expect.poll(() => paying).toBe(1)
    await expect.poll(stored).toHaveLength(5)
    letGo()
    await Promise.all(told)
    expect((await stored()).map(({ outcome }) => outcome).sort()).toEqual([...Array(4).fill('paid'), 'review'].sort())
    expect(most).toBe(1)
  })
})
