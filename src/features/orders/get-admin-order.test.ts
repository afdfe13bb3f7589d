import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { withOrderKey } from '#core/context.ts'
import { processCommissions } from '#features/affiliates/commission-operations.ts'
import { changeOrders, changeStatus } from '#features/orders/change-status.ts'
import { getAdminOrder } from '#features/orders/get-admin-order.ts'
import { getOrder, getOrderRow } from '#features/orders/get-order.ts'
import { listOrders } from '#features/orders/list-orders.ts'
import { countNewlyPaid, countOpenWork } from '#features/orders/list-work.ts'
import { writeNote } from '#features/orders/order-operations.ts'
import { completeRefund } from '#features/orders/payments/complete-refund.ts'
import { listRefunds, listReviews } from '#features/orders/payments/payment-lists.ts'
import { markPaymentReviewed } from '#features/orders/payments/payment-operations.ts'
import { queuePaymentReview, wrongAmount } from '#features/orders/payments/payment-review-queue.ts'
import { recordPayment } from '#features/orders/payments/record-payment.ts'
import { assignOrders, listKnownRiders, makeRiderDay } from '#features/orders/riders/rider-days.ts'
import { exportData } from '#features/people/export-data.ts'
import { entered } from '../../../test/accounts.ts'
import { affiliate, referred } from '../../../test/affiliates.ts'
import { as, attemptOf, contextOn, newPhone, orderIn, orderRow, placed, putOnShelf, rowsOf, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile } from '../../../test/overtake.ts'
import { pendingPayout } from '../../../test/payout-scene.ts'
import { type Person, person } from '../../../test/people.ts'
import { newReceipt } from '../../../test/scripted-mpesa.ts'

const database = useDatabase()
const problem = (code: string, more: object = {}) => expect.objectContaining({ code, ...more })
const boss = (full_name = 'Amina Hassan') => person(database, { isAdmin: true, full_name })
const deskOf = (who: Person) => contextOn(database, { actor: who })
const auditOf = (id: string) =>
  rowsOf<{ action: string; actor_id: string; before: object; after: object }>(
    database,
    sql`
  select action, actor_id, before, after from audit_log where row_id = ${id} order by id`,
  )
const refundIn = async () => {
  const { ctx, id } = await orderIn(database, 'waiting_shipment')
  const who = await boss()
  await changeStatus(as(ctx, who), id, { status: 'cancelled', reason: 'No such size' })
  const [refund] = await rowsOf<{ id: string }>(database, sql`select id from refunds where order_id = ${id}`)
  return { order: id, id: refund?.id as string, who, desk: deskOf(who) }
}

describe('the internal note', () => {
  it('is kept in versions, with who wrote them, and the log says only that it was written', async () => {
    const { id } = await orderIn(database, 'waiting_shipment')
    const [amina, juma] = [await boss(), await boss('Juma Otieno')]
    const first = await writeNote(deskOf(amina), id, { note: '  Calls back after five.  ', replaces: null })
    const second = await writeNote(deskOf(juma), id, { note: 'Leave it with the guard.', replaces: first.id })
    await writeNote(deskOf(amina), id, { note: '', replaces: second.id })
    const { notes } = await getAdminOrder(deskOf(amina), id)
    expect(notes.map(({ note, by }) => [note, by?.full_name])).toEqual([
      ['', 'Amina Hassan'],
      ['Leave it with the guard.', 'Juma Otieno'],
      ['Calls back after five.', 'Amina Hassan'],
    ])
    const log = await auditOf(id)
    expect(log.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['order note written', amina.userId],
      ['order note written', juma.userId],
      ['order note removed', amina.userId],
    ])
    expect(JSON.stringify(log)).not.toMatch(/guard|five/)
  })

  it('of two admins who write at once, one stands and the other is told', async () => {
    const { id } = await orderIn(database, 'waiting_shipment')
    const [amina, juma] = [await boss(), await boss('Juma Otieno')]
    const written = await Promise.allSettled([amina, juma].map((who) => writeNote(deskOf(who), id, { note: who.full_name, replaces: null })))
    expect(written.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))).toEqual(['note_changed'])
    await expect(writeNote(deskOf(amina), id, { note: 'Late', replaces: null })).rejects.toEqual(problem('note_changed'))
    expect((await getAdminOrder(deskOf(amina), id)).notes).toHaveLength(1)
  })

  it('reaches no buyer by any route, and goes when the buyer is taken out of the order', async () => {
    const marker = `marker-${randomUUID()}`
    const buyer = await entered(database)
    const own = contextOn(database, { actor: buyer.actor })
    const { id, key, ctx, attempt } = await placed(own, await putOnShelf(database))
    await tellPaid(ctx, attempt)
    const who = await boss()
    await writeNote(deskOf(who), id, { note: marker, replaces: null })
    await changeStatus(deskOf(who), id, { status: 'shipped' })
    const asGuest = withOrderKey(contextOn(database), key)
    const told = [
      ...(await Promise.all([getOrder(own, id), getOrderRow(own, id), listOrders(own), exportData(own)])),
      ...(await Promise.all([getOrder(asGuest, id), getOrderRow(asGuest, id), getOrderRow(deskOf(who), id), listOrders(deskOf(who))])),
    ]
    expect(JSON.stringify(told)).not.toContain(marker)
    await database.ownerDb.execute(sql`
      update orders set customer_name = 'Deleted account', customer_phone = '254700000000', delivery_address = 'Deleted', customer_email = null, anonymised_at = now() where id = ${id}`)
    expect(await rowsOf(database, sql`select from order_notes where order_id = ${id}`)).toEqual([])
  })
})

describe('a refund', () => {
  it('that is done leaves the list with its code, once', async () => {
    const { id, desk, who, order } = await refundIn()
    expect((await listRefunds(desk, { limit: 100 })).data.map((row) => row.id)).toContain(id)
    const { refunds } = await countOpenWork(desk)
    const receipt = newReceipt()
    expect(await completeRefund(desk, id, { receipt: ` ${receipt.toLowerCase()} `, note: 'Spoke to her' })).toEqual({ id, state: 'done', receipt })
    expect((await listRefunds(desk, { limit: 100 })).data.map((row) => row.id)).not.toContain(id)
    expect((await countOpenWork(desk)).refunds).toBe(refunds - 1)
    // The same code again changes nothing; a different code is refused.
    await completeRefund(desk, id, { receipt })
    await expect(completeRefund(desk, id, { receipt: newReceipt() })).rejects.toEqual(problem('refund_settled', { details: { detail: receipt } }))
    expect(await auditOf(id)).toEqual([
      { action: 'refund done', actor_id: who.userId, before: { state: 'due' }, after: { state: 'done', receipt, order_id: order } },
    ])
    expect((await getAdminOrder(desk, order)).refunds).toMatchObject([
      { state: 'done', receipt, note: 'Spoke to her', processed_by: { full_name: who.full_name } },
    ])
    const time = expect.stringMatching(/^\d{4}-.*Z$/)
    expect((await getOrder(desk, order)).refunds, 'as the buyer reads it').toMatchObject([{ amount: 4500, at: time, done_at: time, receipt }])
  })

  it('of cash may be paid back in cash, with a number of the shop, or by M-Pesa; of M-Pesa in no other way', async () => {
    const cashOrder = async () => {
      const { ctx, id } = await orderIn(database, 'awaiting_payment')
      const desk = deskOf(await boss())
      await recordPayment(desk, id, { cash: true })
      await changeStatus(desk, id, { status: 'cancelled', reason: 'Asked for' })
      return { ctx, desk, order: id, refund: (await getAdminOrder(desk, id)).refunds[0]?.id as string }
    }
    const [cash, other] = [await cashOrder(), await cashOrder()]
    expect((await getOrder(cash.desk, cash.order)).refunds).toMatchObject([{ in_cash: true, receipt: null }])
    const { receipt } = await completeRefund(cash.desk, cash.refund, { cash: true })
    expect(receipt).toMatch(/^CASH-[1-9]\d*$/)
    expect(await completeRefund(cash.desk, cash.refund, { cash: true }), 'pressed again').toMatchObject({ receipt })
    expect((await getOrder(cash.desk, cash.order)).refunds).toMatchObject([{ in_cash: true, receipt }])
    await completeRefund(other.desk, other.refund, { receipt: newReceipt() })
    const mpesa = await refundIn()
    await expect(completeRefund(mpesa.desk, mpesa.id, { cash: true })).rejects.toMatchObject({
      details: { fields: { receipt: 'This money came by M-Pesa, and goes back there. Enter the code of that.' } },
    })
    await expect(completeRefund(mpesa.desk, mpesa.id, { receipt: 'CASH2711A' })).rejects.toEqual(problem('bad_input'))
  })

  it('whose code turns out to be that of a payment stays done, and a person looks at the payment', async () => {
    const { id, desk } = await refundIn()
    const receipt = newReceipt()
    const own = contextOn(database)
    const buyers = [await placed(own, await putOnShelf(database)), await placed(own, await putOnShelf(database))] as const
    await completeRefund(desk, id, { receipt })
    await tellPaid(own, buyers[0].attempt, { receipt })
    const review_reason = 'The receipt already belongs to a refund or a payout'
    expect(await attemptOf(database, buyers[0].id)).toMatchObject({ state: 'accepted', receipt: null, review_reason, next_check_at: null })
    // Also where a query had told of the payment, and the code comes later.
    await tellPaid(own, buyers[1].attempt, { receipt: undefined })
    await tellPaid(own, buyers[1].attempt, { receipt })
    expect(await attemptOf(database, buyers[1].id)).toMatchObject({ state: 'paid', receipt: null, review_reason })
  })

  it('takes no code that belongs to other money', async () => {
    const [one, two] = [await refundIn(), await refundIn()]
    const receipt = newReceipt()
    await completeRefund(one.desk, one.id, { receipt })
    await expect(completeRefund(two.desk, two.id, { receipt })).rejects.toEqual(problem('receipt_used'))
    const unpaid = await orderIn(database, 'payment_failed')
    await expect(recordPayment(one.desk, unpaid.id, { receipt }), 'nor does a payment').rejects.toEqual(problem('receipt_used'))
    const payment = await attemptOf(database, two.order)
    await expect(completeRefund(two.desk, two.id, { receipt: payment.receipt })).rejects.toEqual(problem('receipt_used'))
    const payout = await (await (await pendingPayout(database)).send()).tellPaid()
    await expect(completeRefund(two.desk, two.id, { receipt: payout })).rejects.toEqual(problem('receipt_used'))
    await expect(recordPayment(one.desk, unpaid.id, { receipt: payout })).rejects.toEqual(problem('receipt_used'))
    for (const sent of [{}, { receipt: 'no' }, { receipt: "' or 1=1" }])
      await expect(completeRefund(two.desk, two.id, sent)).rejects.toEqual(problem('bad_input'))
    for (const id of [randomUUID(), 'nonsense'])
      await expect(completeRefund(two.desk, id, { receipt: newReceipt() })).rejects.toEqual(problem('refund_not_found'))
  })
})

describe('a payment that a person looks at', () => {
  it('without an outcome is closed as not paid, and its order can be prompted again', async () => {
    const { id, ctx, attempt } = await orderIn(database, 'awaiting_payment')
    const desk = deskOf(await boss())
    await queuePaymentReview(ctx, attempt.id, 'M-Pesa gave no outcome for a day')
    expect((await listReviews(desk, { limit: 100 })).data).toContainEqual(
      expect.objectContaining({ id: attempt.id, order_id: id, reason: 'M-Pesa gave no outcome for a day' }),
    )
    const { reviews } = await countOpenWork(desk)
    expect(await markPaymentReviewed(desk, attempt.id, { note: 'Not on the statement' })).toEqual({ id: attempt.id, state: 'failed' })
    expect(await getOrder(ctx, id)).toMatchObject({
      status: 'payment_failed',
      payment: { may_retry: true, retry_at: null, sentence: expect.stringContaining('We have looked') },
    })
    expect((await countOpenWork(desk)).reviews).toBe(reviews - 1)
    expect(await auditOf(attempt.id)).toMatchObject([
      { action: 'payment looked at', after: { state: 'failed', note: 'Not on the statement', order_id: id } },
    ])
    // A second call changes nothing, and money that comes later still counts.
    await markPaymentReviewed(desk, attempt.id, { note: 'Again' })
    expect(await auditOf(attempt.id)).toHaveLength(1)
    await tellPaid(ctx, attempt)
    expect((await orderRow(ctx, id)).status).toBe('waiting_shipment')
  })

  it('whose money was recorded by hand stays paid', async () => {
    const { id, ctx, attempt } = await orderIn(database, 'awaiting_payment')
    const desk = deskOf(await boss())
    await queuePaymentReview(ctx, attempt.id, wrongAmount)
    await recordPayment(desk, id, { receipt: newReceipt() })
    await markPaymentReviewed(desk, attempt.id, { note: 'Recorded' })
    expect((await orderRow(ctx, id)).status).toBe('waiting_shipment')
  })

  it('is looked at once, also where its order was cleared', async () => {
    const { id, ctx, attempt } = await orderIn(database, 'awaiting_payment')
    const desk = deskOf(await boss())
    await queuePaymentReview(ctx, attempt.id, 'M-Pesa gave no outcome for a day')
    await database.db.execute(sql`delete from orders where id = ${id}`)
    const look = () => markPaymentReviewed(desk, attempt.id, { note: 'Not on the statement' })
    await meanwhile(database, sql`select from payment_attempts where id = ${attempt.id} for update`, [look, look], async () => {})
    expect(await auditOf(attempt.id)).toHaveLength(1)
  })

  it('and that is paid only leaves the desk', async () => {
    const { id, ctx, attempt } = await orderIn(database, 'waiting_shipment')
    const desk = deskOf(await boss())
    await queuePaymentReview(ctx, attempt.id, 'M-Pesa names a second receipt: QKJ4XT81ZP', { final: true })
    expect(await markPaymentReviewed(desk, attempt.id, { note: 'One payment on the statement' })).toEqual({ id: attempt.id, state: 'paid' })
    expect((await orderRow(ctx, id)).status).toBe('waiting_shipment')
    await expect(markPaymentReviewed(desk, attempt.id, { note: ' ' })).rejects.toEqual(problem('bad_input'))
    for (const nowhere of [randomUUID(), 'nonsense'])
      await expect(markPaymentReviewed(desk, nowhere, { note: 'Ok' })).rejects.toEqual(problem('payment_not_found'))
  })

  it('stands in a list that is paged by key', async () => {
    const desk = deskOf(await boss())
    for (let more = 0; more < 3; more++) {
      const { ctx, attempt } = await orderIn(database, 'awaiting_payment')
      await queuePaymentReview(ctx, attempt.id, 'Look')
    }
    const all = (await listReviews(desk, { limit: 100 })).data.map(({ id }) => id)
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await listReviews(desk, { limit: 2, cursor })
      seen.push(...page.data.map(({ id }) => id))
      if (!page.next) break
      cursor = page.next
    }
    expect(seen).toEqual(all)
    await database.ownerDb.execute(sql`update payment_attempts set needs_review_at = null, review_reason = null`)
  })
})

describe('several orders at once', () => {
  it('go each for itself, and what stayed says why', async () => {
    const desk = deskOf(await boss())
    const [paid, waiting, pending] = [
      await orderIn(database, 'waiting_shipment'),
      await orderIn(database, 'awaiting_payment'),
      await orderIn(database, 'pending'),
    ]
    const nowhere = randomUUID()
    const outcomes = await changeOrders(desk, { ids: [paid.id, waiting.id, paid.id, nowhere], status: 'shipped' })
    expect(outcomes).toEqual([
      { id: paid.id, status: 'shipped', short_code: paid.id.slice(0, 8), code: null, error: null },
      {
        id: waiting.id,
        status: null,
        short_code: null,
        code: 'order_locked',
        error: 'This order has changed meanwhile. It is now: Awaiting Payment.',
      },
      { id: nowhere, status: null, short_code: null, code: 'order_not_found', error: expect.any(String) },
    ])
    expect(await changeOrders(desk, { ids: [pending.id], status: 'confirmed' })).toMatchObject([{ status: 'confirmed' }])
    for (const sent of [{}, { ids: [], status: 'shipped' }, { ids: [paid.id], status: 'cancelled' }, { ids: ['nonsense'], status: 'shipped' }])
      await expect(changeOrders(desk, sent)).rejects.toEqual(problem('bad_input'))
  })
})

describe('the commission of an order', () => {
  it('that cannot be brought in line keeps no order back: it is logged, and done again', async () => {
    const who = await boss()
    const order = await referred(database, await affiliate(database))
    await tellPaid(order.ctx, order.attempt)
    const statusOf = async () =>
      (await rowsOf<{ status: string }>(database, sql`select status from affiliate_commissions where order_id = ${order.orderId}`))[0]?.status
    await database.ownerDb.execute(
      sql`create function refuse_all() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$`,
    )
    await database.ownerDb.execute(sql`create trigger refuse_all before update on affiliate_commissions for each row execute function refuse_all()`)
    const desk = deskOf(who)
    expect((await changeStatus(desk, order.orderId, { status: 'cancelled', reason: 'Asked for' })).status).toBe('cancelled')
    expect([await statusOf(), desk.logged.map(({ level }) => level)]).toEqual(['pending', ['info', 'error']])
    await database.ownerDb.execute(sql`drop function refuse_all cascade`)
    await processCommissions(desk, { action: 'process_order', order_id: order.orderId })
    expect(await statusOf()).toBe('rejected')
  })
})

describe('the desk', () => {
  it('tells everything about an order: who did what, what M-Pesa said, and what it raw said', async () => {
    const who = await boss()
    const { id, ctx, attempt } = await orderIn(database, 'awaiting_payment')
    const receipt = await tellPaid(ctx, attempt)
    await changeStatus(deskOf(who), id, { status: 'shipped' })
    const order = await getAdminOrder(deskOf(who), id)
    expect(order).toMatchObject({
      id,
      status: 'shipped',
      discarded: false,
      payment_assumed: false,
      commission: null,
      order_items: [{ size: '40', quantity: 1 }],
    })
    expect(order.events.map(({ to_status, by }) => [to_status, by?.full_name])).toEqual([
      ['pending', undefined],
      ['awaiting_payment', undefined],
      ['waiting_shipment', undefined],
      ['shipped', 'Amina Hassan'],
    ])
    expect(order.attempts).toMatchObject([
      { state: 'paid', receipt, sentence: 'M-Pesa has confirmed your payment.', callbacks: [{ body: expect.stringContaining(receipt) }] },
    ])
    await expect(getAdminOrder(deskOf(who), randomUUID())).rejects.toEqual(problem('order_not_found'))
  })

  it('counts payouts that are pending, and commissions whose order is paid', async () => {
    const desk = deskOf(await boss())
    const before = await countOpenWork(desk)
    await (await pendingPayout(database)).send()
    await pendingPayout(database)
    await referred(database, await affiliate(database))
    const { payouts, commissions } = await countOpenWork(desk)
    expect([payouts - before.payouts, commissions - before.commissions]).toEqual([1, 0])
  })

  it('counts what was paid since it looked', async () => {
    const desk = deskOf(await boss())
    const { as_of } = await countOpenWork(desk)
    expect(await countNewlyPaid(desk, as_of)).toBe(0)
    await orderIn(database, 'waiting_shipment')
    await orderIn(database, 'awaiting_payment')
    expect(await countNewlyPaid(desk, as_of)).toBe(1)
  })
})

describe('finding an order', () => {
  it('by its id, phones, receipts and name', async () => {
    const desk = deskOf(await boss())
    const shoe = await putOnShelf(database)
    const phone = newPhone()
    const { id, ctx, attempt } = await placed(contextOn(database), shoe, { customer_phone: phone, customer_name: "Ng'endo Wa_Thiong'o" })
    const receipt = await tellPaid(ctx, attempt)
    await placed(contextOn(database), shoe, { customer_name: 'Barasa Wafula' })
    const found = async (search: string, more: object = {}) => (await listOrders(desk, { search, ...more })).data.map((row) => row.id)
    for (const search of [
      id,
      id.slice(0, 8),
      `#${id.slice(0, 8).toUpperCase()}`,
      id.slice(0, 13),
      phone,
      `0${phone.slice(4)}`,
      phone.slice(4),
      phone.slice(6),
      receipt,
      receipt.toLowerCase(),
      "ng'endo",
      'wa_thiong',
    ])
      expect([search, await found(search)]).toEqual([search, [id]])
    for (const search of ['%', '_', 'Wa%Thiong', 'zz', "' or 1=1 --", 'Nobody at all']) expect([search, await found(search)]).toEqual([search, []])
    expect(await found(receipt, { status: ['pending', 'awaiting_payment'] })).toEqual([])
    expect(await found(receipt, { status: 'waiting_shipment' })).toEqual([id])
    // By the number that paid, and the code of a refund.
    await database.ownerDb.execute(sql`update payment_attempts set phone = '254799888777' where id = ${attempt.id}`)
    expect(await found('0799 888 777')).toEqual([id])
    await changeStatus(desk, id, { status: 'cancelled', reason: 'Asked for' })
    const [refund] = await rowsOf<{ id: string }>(database, sql`select id from refunds where order_id = ${id}`)
    const other = await refundIn()
    const [back, otherBack] = [newReceipt(), newReceipt()]
    await completeRefund(desk, refund?.id as string, { receipt: back })
    await completeRefund(desk, other.id, { receipt: otherBack })
    expect([await found(back), await found(otherBack), await found(newReceipt())]).toEqual([[id], [other.order], []])
  })

  it('by its address, its sum and the first letters of its receipt', async () => {
    const desk = deskOf(await boss())
    const shoe = await putOnShelf(database, { price: 7_345 })
    const { id, ctx, attempt } = await placed(contextOn(database), shoe, { delivery_address: 'Kaskazi Flats, Mombasa' })
    const receipt = await tellPaid(ctx, attempt)
    const found = async (search: string) => (await listOrders(desk, { search })).data.map((row) => row.id)
    const total = Number((await orderRow(ctx, id)).total_amount)
    for (const search of ['kaskazi', 'flats kaskazi', `${total}`, total.toLocaleString('en-KE'), `KSh ${total}`, receipt.slice(0, 6).toLowerCase()])
      expect([search, await found(search)]).toEqual([search, [id]])
  })

  it('by its zone, its delivery option and its rider, whichever day they rode', async () => {
    const desk = deskOf(await boss())
    const [mine, other] = [await orderIn(database, 'waiting_shipment'), await orderIn(database, 'waiting_shipment')]
    await database.ownerDb.execute(sql`update orders set delivery_zone = 'Pwani', delivery_option = 'Matatu to Kilifi' where id = ${mine.id}`)
    const phone = newPhone()
    const [yesterday, second] = [await makeRiderDay(desk, { name: 'Otieno', phone }), await makeRiderDay(desk, { name: 'Akinyi', phone: newPhone() })]
    await assignOrders(desk, { ids: [mine.id], rider_day_id: yesterday })
    await assignOrders(desk, { ids: [other.id], rider_day_id: second })
    await database.ownerDb.execute(sql`update rider_days set day = day - 1 where id = ${yesterday}`)
    expect((await listKnownRiders(desk)).find(({ id }) => id === yesterday)).toEqual({
      id: yesterday,
      name: 'Otieno',
      phone: phone.slice(1),
      rides_today: false,
    })
    const today = await makeRiderDay(desk, { name: 'Otieno', phone })
    expect((await listKnownRiders(desk)).filter((each) => each.phone === phone.slice(1))).toMatchObject([{ id: today, rides_today: true }])
    const found = async (filter: object) => (await listOrders(desk, filter)).data.map(({ id }) => id)
    for (const filter of [{ zone: 'Pwani' }, { option: 'Matatu to Kilifi' }, { rider: today }, { rider: yesterday, queue: 'way' }])
      expect([filter, await found(filter)]).toEqual([filter, [mine.id]])
    expect(await found({ zone: 'Pwani', option: 'Rider' })).toEqual([])
  })

  it('by days in Nairobi and several statuses, page by page', async () => {
    const desk = deskOf(await boss())
    const ids: string[] = []
    for (const [status, at] of [
      ['awaiting_payment', '2020-03-01 20:59:59+00'],
      ['pending', '2020-03-01 21:00:00+00'],
      ['waiting_shipment', '2020-03-02 12:00:00+00'],
      ['awaiting_payment', '2020-03-02 21:00:00+00'],
    ] as const) {
      const { id } = await orderIn(database, status)
      await database.ownerDb.execute(sql`update orders set created_at = ${at}::timestamptz where id = ${id}`)
      ids.push(id)
    }
    const [first, second, third, fourth] = ids
    const list = async (filter: object) => (await listOrders(desk, filter)).data.map(({ id }) => id)
    expect(await list({ from: '2020-03-02', to: '2020-03-02' })).toEqual([third, second])
    expect(await list({ to: '2020-03-01' })).toEqual([first])
    expect(await list({ from: '2020-03-01', to: '2020-03-03', status: ['pending', 'awaiting_payment'] })).toEqual([fourth, second, first])
    const page = await listOrders(desk, { to: '2020-03-03', status: ['pending', 'awaiting_payment'], limit: 2 })
    expect(page.data.map(({ id }) => id)).toEqual([fourth, second])
    expect(await list({ to: '2020-03-03', status: ['pending', 'awaiting_payment'], limit: 2, cursor: page.next ?? '' })).toEqual([first])
  })

  it('finds the words of a name in any order, of a buyer and of a product', async () => {
    const desk = deskOf(await boss())
    const shoe = await putOnShelf(database, { name: 'Jacaranda Trainer, Lilac' })
    const { id } = await placed(contextOn(database), shoe, { customer_name: 'Nafula Wekesa' })
    for (const search of ['lilac trainer', 'trainer jacaranda', 'Jacaranda Trainer, Lilac', 'wekesa nafula'])
      expect(
        (await listOrders(desk, { search })).data.map((order) => order.id),
        search,
      ).toEqual([id])
    expect((await listOrders(desk, { search: 'lilac sandal' })).data).toEqual([])
  })

  it('searches among their own for everybody else', async () => {
    const buyer = await person(database)
    const shoe = await putOnShelf(database)
    const mine = await placed(contextOn(database, { actor: buyer }), shoe, { customer_name: 'Zawadi Mwikali' })
    await placed(contextOn(database), shoe, { customer_name: 'Zawadi Mwikali' })
    expect((await listOrders(contextOn(database, { actor: buyer }), { search: 'zawadi' })).data.map(({ id }) => id)).toEqual([mine.id])
  })
})
