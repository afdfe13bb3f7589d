import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { actionsFrom, type OrderAction, type OrderStatus, orderActions, orderStatuses, statusLabel } from '#domain/order.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { admin, as, attemptOf, orderIn, orderRow, refundsOf, rowsOf, stockOf, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
const problem = (code: string, more: object = {}) => expect.objectContaining({ code, ...more })
const statuses = Object.keys(orderStatuses) as OrderStatus[]
const actions = Object.keys(orderActions) as OrderAction[]
const reason = 'The buyer asked for it'

describe('what an admin does to an order', () => {
  // One order that may and one that may not for each action: the whole table is that of domain/order.ts.
  const first = (action: OrderAction, may: boolean) => statuses.filter((from) => actionsFrom(from).includes(action) === may).slice(0, 1)
  const some = actions.flatMap((action) => [true, false].flatMap((may) => first(action, may).map((from) => ({ from, action, may }))))
  it.each([...some, { from: 'cancelled', action: 'cancel', may: false }] as const)('that is $from: $action ($may)', async ({ from, action, may }) => {
    const { ctx, id } = await orderIn(database, from)
    const { to } = orderActions[action]
    const events = await rowsOf(ctx, sql`select id from order_events where order_id = ${id}`)
    const secondCancel = from === 'cancelled' && action === 'cancel'
    // Another admin tries the actions that must fail: an admin who repeats their own last move gets its answer again and no refusal.
    const mover = may || secondCancel ? admin : { ...admin, userId: randomUUID() }
    const change = changeStatus(as(ctx, mover), id, { status: to, reason })
    if (!may && !secondCancel) {
      await expect(change).rejects.toEqual(problem('order_locked', { details: { detail: statusLabel(from) } }))
      expect((await orderRow(ctx, id)).status).toBe(from)
      return
    }
    expect((await change).status).toBe(to)
    const told = await rowsOf(ctx, sql`select from_status, to_status, actor_id from order_events where order_id = ${id} order by id`)
    expect(told.slice(events.length)).toEqual(secondCancel ? [] : [{ from_status: from, to_status: to, actor_id: admin.userId }])
    const audit = await rowsOf(ctx, sql`select action, actor_id, before, after from audit_log where row_id = ${id} order by id`)
    expect(audit.at(-1)).toMatchObject({ action: `order ${action}`, actor_id: admin.userId, after: { status: to } })
    // The first cancel of an order that `orderIn` had cancelled is in the log, the second is not.
    if (secondCancel) expect(audit).toHaveLength(1)
  })

  it.each(['ship', 'cancel'] as const)('to a discarded order: not %s', async (action) => {
    const { ctx, id } = await orderIn(database, 'discarded')
    await expect(changeStatus(as(ctx, admin), id, { status: orderActions[action].to, reason })).rejects.toEqual(problem('order_locked'))
  })

  it.each<[unknown, string]>([
    [{ status: 'cancelled' }, 'bad_input'],
    [{ status: 'cancelled', reason: '   ' }, 'bad_input'],
    [{ status: 'waiting_shipment' }, 'bad_input'],
    [{ status: 'constructor' }, 'bad_input'],
    [null, 'bad_input'],
    [{ status: 'cancelled', reason, restock: 'yes' }, 'bad_input'],
  ])('never %j', async (sent, code) => {
    const { ctx, id } = await orderIn(database, 'awaiting_payment')
    await expect(changeStatus(as(ctx, admin), id, sent)).rejects.toEqual(problem(code))
  })
})

describe('two admins at once', () => {
  it.each<[OrderStatus, [string, string]]>([
    ['waiting_shipment', ['shipped', 'shipped']],
    ['waiting_shipment', ['shipped', 'cancelled']],
    ['pending', ['confirmed', 'cancelled']],
  ])('with an order that is %s: %j', async (from, wanted) => {
    for (let round = 0; round < 3; round++) {
      const { ctx, id, shoe } = await orderIn(database, from)
      const before = await rowsOf(ctx, sql`select id from order_events where order_id = ${id}`)
      const admins = [admin, { ...admin, userId: randomUUID() }]
      const results = await Promise.allSettled(wanted.map((status, at) => changeStatus(as(ctx, admins[at]!), id, { status, reason })))
      const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
      const after = (await rowsOf<{ to_status: string }>(ctx, sql`select to_status from order_events where order_id = ${id} order by id`)).slice(
        before.length,
      )
      // An order may be cancelled from any status, and again without error; every other action happens once.
      expect(after.length + refused.length + Number(wanted.every((each) => each === 'cancelled'))).toBe(2)
      expect(new Set(after.map(({ to_status: to }) => to)).size).toBe(after.length)
      expect(refused.filter((code) => code !== 'order_locked')).toEqual([])
      expect((await orderRow(ctx, id)).status).toBe(after.at(-1)?.to_status)
      expect(await stockOf(ctx, shoe)).toBe(
        (await orderRow(ctx, id)).status === 'cancelled' && !after.some(({ to_status: to }) => to === 'shipped') ? 10 : 9,
      )
    }
  })
})

describe('cancelling', () => {
  it.each<[OrderStatus, boolean | undefined, number, number]>([
    ['awaiting_payment', undefined, 10, 0],
    ['waiting_shipment', undefined, 10, 1],
    ['confirmed', undefined, 10, 0],
    ['shipped', undefined, 9, 1],
    ['shipped', true, 10, 1],
    ['delivered', undefined, 9, 1],
  ])('an order that is %s (restock %s) leaves %i pairs and %i refunds', async (from, restock, stock, refunds) => {
    const { ctx, id, shoe } = await orderIn(database, from)
    await changeStatus(as(ctx, admin), id, { status: 'cancelled', reason, restock })
    expect(await orderRow(ctx, id)).toMatchObject({ status: 'cancelled', cancel_reason: reason })
    expect([await stockOf(ctx, shoe), (await refundsOf(ctx, id)).length]).toEqual([stock, refunds])
    expect(await changeStatus(as(ctx, admin), id, { status: 'cancelled', reason: 'Once more', restock: true })).toMatchObject({ unchanged: true })
    expect(await changeStatus(as(ctx, admin), id, { status: 'cancelled' }), 'which needs no reason').toMatchObject({ unchanged: true })
    expect([await stockOf(ctx, shoe), (await refundsOf(ctx, id)).length, (await orderRow(ctx, id)).cancel_reason]).toEqual([stock, refunds, reason])
  })

  it('while the payment comes in: paid and on the refund list, or refunded when it comes', async () => {
    for (let round = 0; round < 5; round++) {
      const { ctx, id, attempt, shoe } = await orderIn(database, 'awaiting_payment')
      const work = [() => tellPaid(ctx, attempt), () => changeStatus(as(ctx, admin), id, { status: 'cancelled', reason })]
      await Promise.all((round % 2 ? work : work.reverse()).map((each) => each()))
      expect([(await orderRow(ctx, id)).status, await refundsOf(ctx, id), await stockOf(ctx, shoe)]).toEqual([
        'cancelled',
        [{ reason: 'cancelled', amount: '4500.00' }],
        10,
      ])
    }
  })
})

describe('confirming', () => {
  it('takes the payment as made, and says so until it comes', async () => {
    const { ctx, id, attempt } = await orderIn(database, 'pending')
    await changeStatus(as(ctx, admin), id, { status: 'confirmed' })
    expect(await orderRow(ctx, id)).toMatchObject({
      status: 'confirmed',
      payment_assumed: true,
      paid_at: expect.any(String),
      mpesa_receipt_number: null,
    })
    const receipt = await tellPaid(ctx, attempt)
    expect(await orderRow(ctx, id)).toMatchObject({ status: 'confirmed', payment_assumed: false, mpesa_receipt_number: receipt })
    expect((await attemptOf(ctx, id)).state).toBe('paid')
  })
})

describe('discarding', () => {
  it.each<[OrderStatus, string | null]>([
    ['pending', null],
    ['awaiting_payment', null],
    ['buyer_not_paid', 'order_closed'],
    ['waiting_shipment', 'already_paid'],
    ['cancelled', 'order_closed'],
  ])('an order that is %s: %s', async (from, code) => {
    const { ctx, id, shoe } = await orderIn(database, from)
    if (code) return expect(discardOrder(ctx, id)).rejects.toEqual(problem(code))
    await Promise.all([1, 2, 3].map(() => discardOrder(ctx, id)))
    expect(await orderRow(ctx, id)).toMatchObject({ status: 'payment_failed', discarded_at: expect.any(String) })
    expect(await stockOf(ctx, shoe)).toBe(10)
  })

  it('while the payment comes in keeps the money: paid, revived or refused', async () => {
    for (let round = 0; round < 5; round++) {
      const { ctx, id, attempt, shoe } = await orderIn(database, 'awaiting_payment')
      const work = [() => tellPaid(ctx, attempt), () => discardOrder(ctx, id).catch((error) => expect(error).toEqual(problem('already_paid')))]
      await Promise.all((round % 2 ? work : work.reverse()).map((each) => each()))
      expect([(await orderRow(ctx, id)).status, await stockOf(ctx, shoe), await refundsOf(ctx, id)]).toEqual(['waiting_shipment', 9, []])
    }
  })
})
