import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { withOrderKey } from '#core/context.ts'
import { checkPayouts } from '#features/affiliates/wallet/check-payouts.ts'
import { receivePayoutCallback } from '#features/affiliates/wallet/payout-callbacks.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { checkPayments } from '#features/orders/payments/check-payments.ts'
import { receiveCallback } from '#features/orders/payments/receive-callback.ts'
import { affiliate, balanceOf, boss, commissionRowOf, earn } from '../../../test/affiliates.ts'
import { as, attemptOf, clearDesk, contextOn, later, orderOf, orderRow, putOnShelf, rowsOf, stockOf, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { openStubMoney } from '../../../test/stub-provider.ts'

/** No code above the seam needs M-Pesa: the same verbs with a provider of another wire, other codes and other sentences. */
const database = useDatabase()

function open() {
  const stub = openStubMoney()
  const base = contextOn(database)
  const ctx = { ...base, services: { ...base.services, payments: stub.provider } }
  /** Sends the provider's last news to the address that the provider was given, any number of times. */
  const deliver = async (body = stub.sent.at(-1)?.body as string) => {
    const path = new URL(stub.sent.at(-1)?.url as string).pathname.split('/')
    if (path[3] === 'payments') await receiveCallback(ctx, path[4] as string, path[5] as string, body)
    else await receivePayoutCallback(ctx, path[4] as string, path[5] as string, path[6] as string, body)
  }
  const place = async (changes: object = {}) => {
    const shoe = await putOnShelf(database, { price: 4500 })
    const { order, key } = await placeOrder(ctx, orderOf(shoe, { customer_email: 'wanjiku@example.com', ...changes }))
    const facts = async () => ({ ...(await orderRow(database, order.id)), attempt: await attemptOf(database, order.id) })
    return { id: order.id, shoe, facts, charge: stub.charges().at(-1)?.id as string, view: () => getOrder(withOrderKey(ctx, key), order.id) }
  }
  return { stub, ctx, deliver, place }
}

it('takes an order from its place to its commission and its notice', async () => {
  const { stub, deliver, place } = open()
  const { code } = await affiliate(database)
  const order = await place({ affiliate_code: code })
  expect(await order.facts()).toMatchObject({ status: 'awaiting_payment', attempt: { state: 'accepted', checkout_request_id: order.charge } })
  stub.settleCharge(order.charge, 'settled')
  await deliver()
  await deliver()
  const { slip } = stub.charges()[0] as { slip: string }
  expect(await order.facts()).toMatchObject({
    status: 'waiting_shipment',
    mpesa_receipt_number: slip,
    attempt: { state: 'paid', receipt: slip, result_code: 'settled' },
  })
  expect(await order.view()).toMatchObject({ payment: { sentence: 'Stub Money has your payment.' }, decline_reason: null })
  expect(await commissionRowOf(database, order.id)).toMatchObject({ status: 'pending', commission_amount: '450.00' })
  expect(await stockOf(database, order.shoe)).toBe(9)
  const notices = await rowsOf<{ kind: string }>(database, sql`select kind from notices where order_id = ${order.id}`)
  expect(notices.map(({ kind }) => kind)).toContain('paid')
  const events = await rowsOf<{ note: string }>(database, sql`select note from order_events where order_id = ${order.id} order by id`)
  expect(events.map(({ note }) => note)).toContain('Stub Money confirmed the payment')
})

it('tells the buyer why it came to nothing, in its own sentence and a reason that the shop knows', async () => {
  const { stub, deliver, place } = open()
  const order = await place()
  stub.settleCharge(order.charge, 'declined-1')
  await deliver()
  expect(await order.facts()).toMatchObject({ status: 'payment_failed', attempt: { state: 'failed', result_code: 'declined-1' } })
  const sentence = 'Your Stub wallet has too little in it. Fill it up, then try again.'
  expect(await order.view()).toMatchObject({ payment: { sentence }, decline_reason: 'low_balance' })
})

it.each([
  ['refused', 'prompt_refused', 'refused'],
  ['wrong keys', 'prompt_failed', 'account'],
] as const)('says no to the prompt (%s), and the order is undone', async (taking, problem, code) => {
  const { stub, ctx } = open()
  stub.takeNext(taking)
  const shoe = await putOnShelf(database)
  await expect(placeOrder(ctx, orderOf(shoe))).rejects.toMatchObject({ code: problem })
  const attempts = await rowsOf(
    database,
    sql`
    select a.result_code from payment_attempts a join order_items i on i.order_id = a.order_id where i.product_id = ${shoe.id}`,
  )
  expect(attempts).toEqual([{ result_code: code }])
  expect(await stockOf(database, shoe)).toBe(10)
})

it('is asked about what it did not tell, and an amount in its answer has to be the order’s', async () => {
  await clearDesk(database)
  const { stub, ctx, deliver, place } = open()
  const [lost, wrong] = [await place(), await place()]
  stub.settleCharge(lost.charge, 'settled')
  stub.settleCharge(wrong.charge, 'settled', 100)
  await checkPayments(later({ ...ctx, actor: theShop }, '1 minute'))
  expect(await lost.facts()).toMatchObject({ status: 'waiting_shipment', attempt: { state: 'paid', receipt: stub.charges()[0]?.slip } })
  const review_reason = 'Stub Money names KSh 1, not the amount of the order'
  expect(await wrong.facts()).toMatchObject({
    status: 'awaiting_payment',
    attempt: { state: 'accepted', receipt: null, review_reason, next_check_at: null },
  })
  // The money that it claims stays in review, whatever news comes afterwards.
  stub.settleCharge(wrong.charge, 'declined-3')
  await deliver()
  expect((await wrong.facts()).attempt).toMatchObject({ state: 'failed', receipt: null, review_reason })
})

it.each([
  ['settled', 'completed', 0],
  ['declined-7', 'failed', 300],
] as const)('makes a payout that ends %s, by its result or by its answer to a question', async (state, status, balance) => {
  const { stub, ctx, deliver } = open()
  const payouts = async (tell: (id: string) => Promise<unknown>) => {
    const who = await affiliate(database)
    await earn(database, who, 300)
    const { id } = await requestPayout(as(ctx, who), { amount: 300, mpesa_phone_number: '0712345678', mpesa_full_name: 'Achieng Otieno' })
    expect(await completePayout(as(ctx, await boss(database)), id, {})).toMatchObject({ status: 'processing' })
    await tell(id)
    const [row] = await rowsOf<{ status: string }>(database, sql`select status from affiliate_payouts where id = ${id}`)
    expect([row?.status, await balanceOf(database, who.userId as string)]).toEqual([status, balance])
  }
  await payouts(async (id) => {
    stub.settleTransfer(id, state)
    await deliver()
    await deliver()
  })
  await payouts(async (id) => {
    stub.settleTransfer(id, state)
    await checkPayouts(later({ ...ctx, actor: theShop }, '2 minutes'))
  })
})
