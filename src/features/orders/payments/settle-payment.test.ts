import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { fromShillings } from '#domain/money.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { checkPayments } from '#features/orders/payments/check-payments.ts'
import { completeRefund } from '#features/orders/payments/complete-refund.ts'
import { listRefunds } from '#features/orders/payments/payment-lists.ts'
import { settlePayment } from '#features/orders/payments/settle-payment.ts'
import { clearUserData } from '#features/staff/clear-user-data.ts'
import { entered, goodPassword } from '../../../../test/accounts.ts'
import {
  admin,
  as,
  attemptOf,
  attemptsOf,
  clearDesk,
  contextOn,
  later,
  orderIn,
  orderRow,
  placed,
  putOnShelf,
  refundsOf,
  tellFailed,
  tellPaid,
} from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { meanwhile } from '../../../../test/overtake.ts'
import { answered, lostPrompt, newReceipt } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
beforeEach(() => clearDesk(database))
it('a failure that is told twice fails its own order alone', async () => {
  const [one, other] = [await orderIn(database, 'awaiting_payment'), await orderIn(database, 'awaiting_payment')]
  for (let told = 0; told < 2; told++) await tellFailed(one.ctx, one.attempt)
  expect((await orderRow(database, one.id)).status).toBe('payment_failed')
  expect(await attemptOf(database, other.id)).toEqual(other.attempt)
})

describe('a second payment', () => {
  it.each(['lost reply first', 'failed first'])('is on the refund list (%s)', async (story) => {
    const ctx = contextOn(database)
    if (story === 'lost reply first') ctx.mpesa.onPrompt(lostPrompt)
    const { ctx: own, id, attempt } = await placed(ctx, await putOnShelf(database))
    if (story === 'failed first') await tellFailed(own, attempt)
    await requestPayment(later(own, '4 minutes'), id, {})
    const second = await attemptOf(own, id)
    const receipt = await tellPaid(own, second)
    const other = await tellPaid(own, attempt)
    expect(await orderRow(own, id)).toMatchObject({ status: 'waiting_shipment', mpesa_receipt_number: receipt })
    expect((await attemptsOf(own, id)).map(({ state }) => state)).toEqual(['paid', 'paid'])
    expect((await listRefunds(as(own, admin), { limit: 100 })).data.filter((refund) => refund.order_id === id)).toMatchObject([
      { receipt: other, reason: 'double_payment', amount: 4500 },
    ])
  })

  it('that comes after shipping goes back as well', async () => {
    const { ctx, id, attempt } = await orderIn(database, 'payment_failed')
    await requestPayment(ctx, id, {})
    await tellPaid(ctx, await attemptOf(ctx, id))
    await changeStatus(as(ctx, admin), id, { status: 'shipped' })
    await tellPaid(ctx, attempt)
    expect([(await orderRow(ctx, id)).status, (await refundsOf(ctx, id)).length]).toEqual(['shipped', 1])
  })

  it('proves nothing more once the first has proved what was assumed', async () => {
    const { ctx, id, attempt } = await orderIn(database, 'confirmed')
    await tellPaid(ctx, attempt)
    await database.db.execute(
      sql`insert into payment_attempts (order_id, phone, amount, state) select id, customer_phone, total_amount, 'unknown' from orders where id = ${id}`,
    )
    await tellPaid(ctx, await attemptOf(ctx, id))
    expect((await refundsOf(ctx, id)).map(({ reason }) => reason)).toEqual(['double_payment'])
  })
})

describe('a payment that only a query told of', () => {
  it('has no receipt until the callback brings it', async () => {
    const { ctx, id, attempt } = await orderIn(database, 'awaiting_payment')
    ctx.mpesa.onQuery(attempt, answered('0'))
    await checkPayments(later(ctx, '11 seconds'))
    expect(await orderRow(ctx, id)).toMatchObject({ status: 'waiting_shipment', mpesa_receipt_number: null })
    const receipt = await tellPaid(ctx, attempt)
    expect([(await orderRow(ctx, id)).mpesa_receipt_number, (await attemptOf(ctx, id)).receipt]).toEqual([receipt, receipt])
  })

  it('and that a callback says failed stays paid', async () => {
    const { ctx, id, attempt } = await orderIn(database, 'awaiting_payment')
    ctx.mpesa.onQuery(attempt, answered('0'))
    await checkPayments(later(ctx, '11 seconds'))
    await tellFailed(ctx, attempt)
    expect((await orderRow(ctx, id)).status).toBe('waiting_shipment')
  })

  it('gets a receipt that belongs to another payment: a person looks', async () => {
    const other = await orderIn(database, 'waiting_shipment')
    const { ctx, id, attempt } = await orderIn(database, 'awaiting_payment')
    ctx.mpesa.onQuery(attempt, answered('0'))
    await checkPayments(later(ctx, '11 seconds'))
    await tellPaid(ctx, attempt, { receipt: other.attempt.receipt as string })
    expect(await attemptOf(ctx, id)).toMatchObject({ state: 'paid', receipt: null, needs_review_at: expect.any(String) })
    expect((await orderRow(ctx, id)).mpesa_receipt_number).toBeNull()
  })
})

it('a payment whose receipt an admin has typed as that of a refund pays no order: a person looks', async () => {
  const back = await orderIn(database, 'waiting_shipment')
  await changeStatus(as(back.ctx, admin), back.id, { status: 'cancelled', reason: 'No such size' })
  const [refund] = (await listRefunds(as(back.ctx, admin), { limit: 100 })).data.filter(({ order_id }) => order_id === back.id)
  const receipt = newReceipt()
  await completeRefund(as(back.ctx, admin), refund?.id as string, { receipt })
  const { ctx, id, attempt } = await orderIn(database, 'awaiting_payment')
  await tellPaid(ctx, attempt, { receipt })
  expect([(await orderRow(ctx, id)).status, (await orderRow(ctx, id)).mpesa_receipt_number]).toEqual(['awaiting_payment', null])
  expect(await attemptOf(ctx, id)).toMatchObject({
    state: 'accepted',
    receipt: null,
    review_reason: 'The receipt already belongs to a refund or a payout',
    next_check_at: null,
  })
})

it('money for an order that was cleared goes back once, told twice at the same instant', async () => {
  const { ctx, attempt } = await orderIn(database, 'awaiting_payment')
  const { actor } = await entered(database, { isAdmin: true })
  await clearUserData(as(ctx, actor), { confirmation: 'DELETE', password: goodPassword })
  const paid = { outcome: 'paid', code: '0', text: '', receipt: newReceipt(), amount: fromShillings(attempt.amount) } as const
  const settlements: string[] = []
  const settle = async () => void settlements.push(await settlePayment(ctx, attempt.id, paid, null))
  await meanwhile(database, sql`select from payment_attempts where id = ${attempt.id} for update`, [settle, settle], async () => {})
  expect(settlements.sort()).toEqual(['known', 'paid'])
})

it('is in review when nobody knows the attempt', async () => {
  const paid = { outcome: 'paid', code: '0', text: '', receipt: null, amount: null } as const
  expect(await settlePayment(contextOn(database), '00000000-0000-4000-8000-000000000000', paid, null)).toBe('review')
})
