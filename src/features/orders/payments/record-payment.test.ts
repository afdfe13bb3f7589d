import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderStatus } from '#domain/order.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { checkPayments } from '#features/orders/payments/check-payments.ts'
import { completeRefund } from '#features/orders/payments/complete-refund.ts'
import { askMpesa } from '#features/orders/payments/payment-operations.ts'
import { refuseKnownReceipt } from '#features/orders/payments/receipts.ts'
import { recordPayment } from '#features/orders/payments/record-payment.ts'
import {
  admin,
  as,
  attemptOf,
  attemptsOf,
  clearDesk,
  later,
  orderIn,
  orderRow,
  refundsOf,
  rowsOf,
  stockOf,
  tellPaid,
} from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { answered, newReceipt } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
beforeEach(() => clearDesk(database))
const problem = (code: string) => expect.objectContaining({ code })

describe('recording a payment by hand', () => {
  it.each<[OrderStatus | 'discarded', string]>([
    ['awaiting_payment', 'waiting_shipment'],
    ['cancelled', 'waiting_shipment'],
    ['discarded', 'waiting_shipment'],
    ['pending', 'order_locked'],
    ['waiting_shipment', 'already_paid'],
    ['confirmed', 'already_paid'],
  ])('of an order that is %s: %s', async (from, expected) => {
    const { ctx, id, shoe } = await orderIn(database, from)
    const receipt = newReceipt()
    const before = [await stockOf(ctx, shoe), (await attemptsOf(ctx, id)).length]
    const recorded = recordPayment(as(ctx, admin), id, { receipt: ` ${receipt.toLowerCase()} ` })
    if (expected !== 'waiting_shipment') {
      await expect(recorded).rejects.toEqual(problem(expected))
      expect([await stockOf(ctx, shoe), (await attemptsOf(ctx, id)).length]).toEqual(before)
      return
    }
    expect(await recorded).toMatchObject({ status: 'waiting_shipment', mpesa_receipt_number: receipt, discarded: false, payment: { state: 'paid' } })
    expect(await orderRow(ctx, id)).toMatchObject({ paid_at: expect.any(String), payment_assumed: false })
    expect(await stockOf(ctx, shoe)).toBe(9)
    expect((await attemptsOf(ctx, id)).find((attempt) => attempt.receipt === receipt)).toMatchObject({
      source: 'recorded',
      recorded_by: admin.userId,
      amount: '4500.00',
    })
    const [audit] = await rowsOf(ctx, sql`select action, actor_id, after from audit_log where row_id = ${id} order by id desc limit 1`)
    expect(audit).toMatchObject({ action: 'payment recorded', actor_id: admin.userId, after: { status: 'waiting_shipment', receipt } })
  })

  it.each(['', 'with space', 'CASH2711A', undefined])('with the receipt %j: refused', async (receipt) => {
    const { ctx, id } = await orderIn(database, 'awaiting_payment')
    await expect(recordPayment(as(ctx, admin), id, { receipt })).rejects.toEqual(problem('bad_input'))
  })

  it('with a receipt that another payment has: refused, and nothing is left behind', async () => {
    const other = await orderIn(database, 'waiting_shipment')
    const { ctx, id, shoe } = await orderIn(database, 'buyer_not_paid')
    await expect(recordPayment(as(ctx, admin), id, { receipt: other.attempt.receipt })).rejects.toEqual(problem('receipt_used'))
    expect([(await orderRow(ctx, id)).status, await stockOf(ctx, shoe), (await attemptsOf(ctx, id)).length]).toEqual(['buyer_not_paid', 10, 1])
  })

  it('with a receipt that is being written at another desk at this moment: refused, and taken once that came to nothing', async () => {
    const { ctx, id } = await orderIn(database, 'buyer_not_paid')
    const receipt = newReceipt()
    const comesToNothing = database.db.transaction(async (tx) => {
      await refuseKnownReceipt(tx, receipt)
      await expect(recordPayment(as(ctx, admin), id, { receipt })).rejects.toEqual(problem('receipt_used'))
      throw new Error('the other admin turned away')
    })
    await expect(comesToNothing).rejects.toThrow('the other admin turned away')
    expect(await recordPayment(as(ctx, admin), id, { receipt })).toMatchObject({ status: 'waiting_shipment' })
  })

  it('in cash: with a number of the shop, once however often it is pressed', async () => {
    const [one, two] = [await orderIn(database, 'buyer_not_paid'), await orderIn(database, 'awaiting_payment')]
    const cash = { cash: true }
    const done = await Promise.all([0, 1, 2].map(() => recordPayment(as(one.ctx, admin), one.id, cash)))
    const [number] = done.map((order) => order.mpesa_receipt_number)
    expect(number).toMatch(/^CASH-[1-9]\d*$/)
    expect(new Set(done.map((order) => order.mpesa_receipt_number)).size).toBe(1)
    expect((await attemptsOf(one.ctx, one.id)).filter(({ state }) => state === 'paid')).toMatchObject([{ source: 'recorded', receipt: number }])
    expect((await recordPayment(as(two.ctx, admin), two.id, cash)).mpesa_receipt_number).not.toBe(number)
    await expect(recordPayment(as(one.ctx, admin), one.id, { receipt: newReceipt() }), 'nor by M-Pesa besides').rejects.toEqual(
      problem('already_paid'),
    )
    await expect(recordPayment(as(one.ctx, admin), one.id, { ...cash, receipt: newReceipt() })).rejects.toMatchObject({
      details: { fields: { receipt: 'Leave this empty if it was cash.' } },
    })
    // The prompt that was still on the phone is paid too: that money came by M-Pesa, and goes back there.
    await tellPaid(two.ctx, two.attempt)
    expect((await getOrder(as(two.ctx, admin), two.id)).refunds).toMatchObject([{ in_cash: false }])
  })

  it('in cash, when it was cancelled and its cash is still to go back: refused with what to do, until that refund is done', async () => {
    const { ctx, id } = await orderIn(database, 'buyer_not_paid')
    const cash = { cash: true }
    await recordPayment(as(ctx, admin), id, cash)
    await changeStatus(as(ctx, admin), id, { status: 'cancelled', reason: 'By mistake' })
    const tries = await Promise.allSettled([0, 1].map(() => recordPayment(as(ctx, admin), id, cash)))
    expect(tries.map((each) => each.status === 'rejected' && each.reason)).toEqual(
      Array(2).fill(expect.objectContaining({ code: 'already_paid', message: expect.stringContaining('press "Refund done" there') })),
    )
    expect([(await orderRow(ctx, id)).status, (await attemptsOf(ctx, id)).filter(({ state }) => state === 'paid').length]).toEqual(['cancelled', 1])
    const [refund] = await rowsOf<{ id: string }>(ctx, sql`select id from refunds where order_id = ${id}`)
    await completeRefund(as(ctx, admin), refund?.id as string, cash)
    expect(await recordPayment(as(ctx, admin), id, cash)).toMatchObject({ status: 'waiting_shipment' })
  })

  it('when the pair has been sold meanwhile: refused', async () => {
    const { ctx, id, shoe } = await orderIn(database, 'cancelled', 1)
    await database.db.execute(sql`insert into stock_movements (product_size_id, delta, reason) values (${shoe.sizes['40']}, -1, 'manual')`)
    await expect(recordPayment(as(ctx, admin), id, { receipt: newReceipt() })).rejects.toEqual(problem('pairs_gone'))
    expect((await orderRow(ctx, id)).status).toBe('cancelled')
  })

  it('of a cancelled order whose payment is on the refund list: that one still goes back', async () => {
    const { ctx, id } = await orderIn(database, 'waiting_shipment')
    await changeStatus(as(ctx, admin), id, { status: 'cancelled', reason: 'Asked for' })
    await recordPayment(as(ctx, admin), id, { receipt: newReceipt() })
    expect([(await orderRow(ctx, id)).status, (await refundsOf(ctx, id)).length]).toEqual(['waiting_shipment', 1])
  })

  it('of an order that was assumed and cancelled proves it: a later payment goes back', async () => {
    const { ctx, id, attempt } = await orderIn(database, 'confirmed')
    await changeStatus(as(ctx, admin), id, { status: 'cancelled', reason: 'Never came' })
    await recordPayment(as(ctx, admin), id, { receipt: newReceipt() })
    expect((await orderRow(ctx, id)).payment_assumed).toBe(false)
    await tellPaid(ctx, attempt)
    expect((await refundsOf(ctx, id)).map(({ reason }) => reason)).toEqual(['double_payment'])
  })
})

describe('a prompt that was paid, when an admin has recorded', () => {
  it('that very receipt: it is no second payment, and a person looks', async () => {
    const { ctx, id, attempt } = await orderIn(database, 'awaiting_payment')
    const receipt = newReceipt()
    await recordPayment(as(ctx, admin), id, { receipt })
    await tellPaid(ctx, attempt, { receipt })
    expect([await refundsOf(ctx, id), (await attemptsOf(ctx, id)).map(({ state }) => state)]).toEqual([[], ['accepted', 'paid']])
    expect((await attemptsOf(ctx, id))[0]).toMatchObject({ review_reason: 'The receipt already belongs to another payment', next_check_at: null })
  })

  it('another receipt: the second one goes back', async () => {
    const { ctx, id, attempt } = await orderIn(database, 'awaiting_payment')
    await recordPayment(as(ctx, admin), id, { receipt: newReceipt() })
    await tellPaid(ctx, attempt)
    expect((await refundsOf(ctx, id)).map(({ reason }) => reason)).toEqual(['double_payment'])
  })

  it('at the same instant as a query tells of it: it is paid once, and nothing goes back', async () => {
    for (let round = 0; round < 5; round++) {
      const { ctx, id, attempt } = await orderIn(database, 'awaiting_payment')
      ctx.mpesa.onQuery(attempt, answered('0'))
      const [recorded] = await Promise.allSettled([recordPayment(as(ctx, admin), id, { receipt: newReceipt() }), askMpesa(as(ctx, admin), id)])
      const states = (await attemptsOf(ctx, id)).map(({ state }) => state)
      expect(states).toEqual(recorded.status === 'fulfilled' ? ['accepted', 'paid'] : ['paid'])
      expect(await refundsOf(ctx, id)).toEqual([])
    }
  })

  it('and only a query tells of it, without a receipt: nothing goes back by itself, and a person looks', async () => {
    const { ctx, id, attempt } = await orderIn(database, 'awaiting_payment')
    await recordPayment(as(ctx, admin), id, { receipt: newReceipt() })
    ctx.mpesa.onQuery(attempt, answered('0'))
    await checkPayments(later(ctx, '11 seconds'))
    expect([await refundsOf(ctx, id), (await attemptOf(ctx, id)).id === attempt.id]).toEqual([[], false])
    expect((await attemptsOf(ctx, id))[0]).toMatchObject({
      state: 'accepted',
      next_check_at: null,
      review_reason: expect.stringContaining('recorded by hand'),
    })
    await tellPaid(ctx, attempt)
    expect(
      (await refundsOf(ctx, id)).map(({ reason }) => reason),
      'the receipt clears it up',
    ).toEqual(['double_payment'])
  })
})
