import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { payByHand } from '#features/affiliates/wallet/pay-by-hand.ts'
import { completeRefund } from '#features/orders/payments/complete-refund.ts'
import { findLostPayments, keepLostPayment } from '#features/orders/payments/find-lost-payments.ts'
import { listRefunds } from '#features/orders/payments/payment-lists.ts'
import { refuseKnownReceipt } from '#features/orders/payments/receipts.ts'
import { receiveCallback } from '#features/orders/payments/receive-callback.ts'
import { settlePayment } from '#features/orders/payments/settle-payment.ts'
import {
  admin,
  as,
  attemptOf,
  contextOn,
  newPhone,
  orderIn,
  orderRow,
  placed,
  putOnShelf,
  rowsOf,
  secrets,
  theShop,
} from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { pendingPayout } from '../../../../test/payout-scene.ts'
import { newReceipt, paidBody } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
const shop = () => contextOn(database, { actor: theShop })
const shown = { maskedPhone: null, paidAt: new Date() }
const ofLostOrder = () => ({ receipt: newReceipt(), phone: '254712345678', amount: 254_900, reference: 'ABCD1234', ...shown })

/** The shop was restored a minute ago. */
beforeEach(() =>
  database.db.execute(sql`
    insert into backup_runs (kind, started_at, ended_at, outcome, last_commit_at) values ('restore', now() - interval '2 minutes', now() - interval '1 minute', 'done', now() - interval '3 minutes')`),
)

describe('money that M-Pesa took for an order that a restore has lost', () => {
  it('goes to the refund list once, with the phone of who paid, and an admin settles it', async () => {
    const ctx = shop()
    const payment = ofLostOrder()
    ctx.mpesa.onList([payment])
    expect(await findLostPayments(ctx)).toBe(1)
    expect(await findLostPayments(ctx), 'it has just asked').toBe(0)
    const second = shop()
    second.mpesa.onList([payment])
    expect(await findLostPayments(second), 'another process').toBe(0)
    const { data } = await listRefunds(as(ctx, admin))
    const [row] = data.filter(({ receipt }) => receipt === payment.receipt)
    expect(row).toMatchObject({ order_id: null, phone: payment.phone, amount: 2549, reason: 'late_payment' })
    expect(await rowsOf(database, sql`select result_desc from payment_attempts where receipt = ${payment.receipt}`)).toEqual([
      { result_desc: 'Paid for an order that is lost, ABCD1234' },
    ])
    await completeRefund(as(ctx, admin), row!.id, { receipt: newReceipt() })
    expect((await listRefunds(as(ctx, admin))).data.filter(({ receipt }) => receipt === payment.receipt)).toEqual([])
  })

  it('goes there from a late callback as well, whose address only this shop can have made', async () => {
    const ctx = contextOn(database)
    const [attempt, receipt] = [randomUUID(), newReceipt()]
    const body = paidBody({ checkoutRequestId: `ws_CO_${attempt}`, amount: 254_900, receipt })
    await receiveCallback(ctx, attempt, secrets.callbackSecret(attempt), body)
    await receiveCallback(ctx, attempt, secrets.callbackSecret(attempt), body)
    await expect(receiveCallback(ctx, randomUUID(), secrets.callbackSecret(attempt), body)).rejects.toMatchObject({ code: 'not_found' })
    expect((await listRefunds(as(ctx, admin))).data.filter((each) => each.receipt === receipt)).toMatchObject([
      { phone: '254712345678', amount: 2549 },
    ])
    expect(await rowsOf(database, sql`select outcome from callbacks where body = ${body} order by id`)).toEqual([
      { outcome: 'lost order' },
      { outcome: 'known' },
    ])
  })

  it.each<[string, (receipt: string) => Promise<unknown>]>([
    ['a refund', refundUnder],
    ['a payout', payoutUnder],
    ['a payout that could not be recorded', unrecordedUnder],
  ])('is told aloud and not booked where its code is that of %s', async (_, write) => {
    const ctx = shop()
    const payment = ofLostOrder()
    await write(payment.receipt)
    ctx.mpesa.onList([payment])
    await findLostPayments(ctx)
    expect(await rowsOf(database, sql`select id from payment_attempts where receipt = ${payment.receipt}`)).toEqual([])
    expect(ctx.logged.filter(({ level }) => level === 'error')).toMatchObject([{ facts: { receipt: payment.receipt } }])
    // Nor is it taken for the payment of an order, which an admin records by hand.
    await expect(database.db.transaction((tx) => refuseKnownReceipt(tx, payment.receipt))).rejects.toMatchObject({ code: 'receipt_used' })
  })

  it.each([
    ['and shows a few of its digits', '2547 ***** 126', ', from 2547 ***** 126'],
    ['whole', null, ''],
  ])('is kept once and shown where M-Pesa hides its number %s; the refund asks for the number it goes to', async (_, maskedPhone, hint) => {
    const payment = { ...ofLostOrder(), phone: null, maskedPhone }
    for (const ctx of [shop(), shop()]) {
      ctx.mpesa.onList([payment])
      await findLostPayments(ctx)
    }
    const desk = as(shop(), admin)
    const rows = (await listRefunds(desk)).data.filter(({ receipt }) => receipt === payment.receipt)
    expect(rows).toMatchObject([{ order_id: null, phone: null, amount: 2549, found: `Paid for an order that is lost, ABCD1234${hint}` }])
    const [id, receipt] = [rows[0]!.id, newReceipt()]
    await expect(completeRefund(desk, id, { receipt })).rejects.toMatchObject({
      details: { fields: { phone: expect.stringMatching(/^M-Pesa hides the number/) } },
    })
    await expect(completeRefund(desk, id, { receipt, phone: '0612' })).rejects.toMatchObject({
      details: { fields: { phone: expect.any(String) } },
    })
    const back = maskedPhone ? { phone: '0712 345 678', note: 'She called' } : { phone: '', reversed: true }
    await completeRefund(desk, id, { receipt, ...back })
    await completeRefund(desk, id, { receipt }) // Pressed twice: the first press has said where it went.
    expect(await rowsOf(database, sql`select note from refunds where id = ${id}`)).toEqual([
      { note: maskedPhone ? 'To +254 712 345 678. She called' : null },
    ])
  })

  it('is kept from a late callback that hides the number', async () => {
    const ctx = contextOn(database)
    const [attempt, receipt] = [randomUUID(), newReceipt()]
    const body = paidBody({ checkoutRequestId: `ws_CO_${attempt}`, amount: 254_900, receipt }).replace('254712345678', '"2547 ***** 678"')
    await receiveCallback(ctx, attempt, secrets.callbackSecret(attempt), body)
    expect((await listRefunds(as(ctx, admin))).data.filter((each) => each.receipt === receipt)).toMatchObject([{ phone: null, amount: 2549 }])
  })
})

async function refundUnder(receipt: string) {
  const [ctx, earlier] = [shop(), ofLostOrder()]
  await keepLostPayment(ctx, earlier)
  const { data } = await listRefunds(as(ctx, admin))
  await completeRefund(as(ctx, admin), data.find((each) => each.receipt === earlier.receipt)!.id, { receipt })
}

async function payoutUnder(receipt: string) {
  const payout = await pendingPayout(database)
  await payByHand(payout.admin, payout.id, { receipt })
}

/** M-Pesa refused it, so its money went out as another payout; then M-Pesa says that it was paid after all. */
async function unrecordedUnder(receipt: string) {
  const payout = await (await pendingPayout(database)).send()
  await payout.tellFailed()
  const next = await payout.again()
  await payByHand(next.admin, next.id, { receipt: newReceipt() })
  await payout.tellPaid({ receipt })
}

describe('money for an order that came back', () => {
  it('pays the one that M-Pesa names, not an earlier one of the same phone', async () => {
    const phone = newPhone()
    const [one, other] = [
      await placed(shop(), await putOnShelf(database), { customer_phone: phone }),
      await placed(shop(), await putOnShelf(database), { customer_phone: phone }),
    ]
    const ctx = shop()
    ctx.mpesa.onList([{ receipt: newReceipt(), phone: phone.slice(1), amount: 450_000, reference: other.id.slice(0, 8), ...shown }])
    await findLostPayments(ctx)
    expect([(await orderRow(ctx, one.id)).status, (await orderRow(ctx, other.id)).status]).toEqual(['awaiting_payment', 'waiting_shipment'])
  })

  it('pays it, with the receipt that M-Pesa names', async () => {
    const { ctx, id } = await orderIn(database, 'awaiting_payment')
    const { phone, amount } = (
      await rowsOf<{ phone: string; amount: number }>(
        database,
        sql`select phone, amount::float as amount from payment_attempts where order_id = ${id}`,
      )
    )[0]!
    const receipt = newReceipt()
    ctx.mpesa.onList([{ receipt, phone, amount: amount * 100, reference: id.slice(0, 8).toUpperCase(), ...shown }])
    expect(await findLostPayments(as(ctx, theShop))).toBe(1)
    expect([(await orderRow(ctx, id)).status, await attemptOf(ctx, id)]).toMatchObject(['waiting_shipment', { state: 'paid', receipt }])
  })
})

describe('money for an order that came back, from a hidden number', () => {
  const another = (id: string) =>
    rowsOf<{ id: string }>(
      database,
      sql`insert into payment_attempts (order_id, phone, amount, state, replaced_at, replacement)
        select order_id, ${newPhone().slice(1)}, amount, 'accepted', now(), 1 from payment_attempts where order_id = ${id} returning id`,
    )
  const listedFor = (id: string) => ({ receipt: newReceipt(), phone: null, amount: 450_000, reference: id.slice(0, 8).toUpperCase(), ...shown })

  it('pays it by reference and amount', async () => {
    const { ctx, id } = await orderIn(database, 'awaiting_payment')
    const payment = listedFor(id)
    ctx.mpesa.onList([{ ...payment, amount: 450_100, receipt: newReceipt() }, payment])
    await findLostPayments(as(ctx, theShop))
    expect([(await orderRow(ctx, id)).status, await attemptOf(ctx, id)]).toMatchObject([
      'waiting_shipment',
      { state: 'paid', receipt: payment.receipt },
    ])
  })

  it('of two prompts that failed, pays the last before the payment', async () => {
    const { ctx, id } = await orderIn(database, 'awaiting_payment')
    const [later] = await another(id)
    await database.db.execute(sql`
      update payment_attempts set state = 'failed', settled_at = now(), created_at = now() + case when id = ${later!.id} then interval '1 hour' else interval '0' end
      where order_id = ${id}`)
    ctx.mpesa.onList([{ ...listedFor(id), paidAt: new Date(Date.now() + 60_000) }])
    await findLostPayments(as(ctx, theShop))
    expect(await rowsOf(database, sql`select id <> ${later!.id} as earlier from payment_attempts where order_id = ${id} and state = 'paid'`)).toEqual(
      [{ earlier: true }],
    )
  })

  it.each([
    ['tell nothing: a person decides', () => null, false],
    ['fit one: that one is paid', (phone: string) => `2547 ***** ${phone.slice(-3)}`, true],
  ])('of failed prompts on two phones, where the digits shown %s', async (_, mask, isPaid) => {
    const { ctx, id } = await orderIn(database, 'awaiting_payment')
    const [later] = await another(id)
    // The last three digits of the two differ.
    await database.db.execute(sql`
      update payment_attempts set state = 'failed', settled_at = now(), phone = case when id = ${later!.id} then '254712345126' else '254712345678' end where order_id = ${id}`)
    const maskedPhone = mask('254712345678')
    ctx.mpesa.onList([{ ...listedFor(id), maskedPhone, paidAt: new Date(Date.now() + 60_000) }])
    await findLostPayments(as(ctx, theShop))
    const attempts = await rowsOf(
      database,
      sql`
      select state, needs_review_at is not null as in_review from payment_attempts where order_id = ${id} order by phone desc`,
    )
    expect(attempts.map(({ state }) => state)).toEqual([isPaid ? 'paid' : 'failed', 'failed'])
    expect(attempts.some(({ in_review }) => in_review)).toBe(!isPaid)
  })

  it('of two prompts that are open a person decides, and once M-Pesa has answered for one, that one has the receipt', async () => {
    const { ctx, id } = await orderIn(database, 'awaiting_payment')
    const [second] = await another(id)
    const payment = listedFor(id)
    ctx.mpesa.onList([payment])
    await findLostPayments(as(ctx, theShop))
    expect((await orderRow(ctx, id)).status).toBe('awaiting_payment')
    expect(await rowsOf(database, sql`select review_reason from payment_attempts where order_id = ${id} and needs_review_at is not null`)).toEqual([
      { review_reason: `M-Pesa has a payment for this order, ${payment.receipt}, and hides its number: look which prompt was paid` },
    ])
    await settlePayment(ctx, second!.id, { outcome: 'paid', code: '0', text: 'Paid', receipt: null, amount: null }, null)
    const later = shop()
    later.mpesa.onList([payment])
    await findLostPayments(later)
    expect(await rowsOf(database, sql`select id, receipt from payment_attempts where order_id = ${id} and state = 'paid'`)).toEqual([
      { id: second!.id, receipt: payment.receipt },
    ])
    expect(await rowsOf(database, sql`select id from refunds where order_id = ${id}`)).toEqual([])
  })
})

const longOpen = (ctx: ReturnType<typeof shop>) => {
  const monitor = { ...ctx.services.monitor, startedAt: new Date(Date.now() - 61 * 60_000) }
  return { ...ctx, services: { ...ctx.services, monitor } }
}

it('is asked about for an hour after a start, also of a shop that was opened the day after its restore', async () => {
  await database.db.execute(sql`update backup_runs set ended_at = now() - interval '30 hours', started_at = now() - interval '31 hours'`)
  const ctx = shop()
  ctx.mpesa.onList([ofLostOrder()])
  expect([await findLostPayments(longOpen(ctx)), await findLostPayments(ctx)]).toEqual([0, 1])
})

it('is not asked about more than two days after a restore', async () => {
  await database.db.execute(sql`update backup_runs set ended_at = now() - interval '49 hours', started_at = now() - interval '50 hours'`)
  await database.db.execute(sql`
    insert into backup_runs (kind, ended_at, outcome, last_commit_at, started_at) values ('drill', now(), 'done', now(), now() - interval '1 minute')`)
  const ctx = shop()
  ctx.mpesa.onList([ofLostOrder()])
  expect(await findLostPayments(ctx)).toBe(0)
})
