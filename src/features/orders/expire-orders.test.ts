import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { changeStatus } from '#features/orders/change-status.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { expireOrders } from '#features/orders/discard-order.ts'
import {
  admin,
  as,
  contextOn,
  later,
  orderIn,
  orderRow,
  placed,
  putOnShelf,
  refundsOf,
  stockOf,
  tellFailed,
  tellPaid,
} from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
const whenOver = '31 minutes'

describe('a hold that runs out', () => {
  it.each([
    ['pending', 'buyer_not_paid', 10],
    ['awaiting_payment', 'buyer_not_paid', 10],
    ['discarded', 'payment_failed', 10],
    ['waiting_shipment', 'waiting_shipment', 9],
    ['cancelled', 'cancelled', 10],
  ] as const)('makes an order that is %s: %s', async (status, becomes, stock) => {
    const { ctx, id, shoe } = await orderIn(database, status)
    await expireOrders(later(ctx, '29 minutes'))
    expect((await orderRow(ctx, id)).status, 'not a minute early').not.toBe('buyer_not_paid')
    await expireOrders(later(ctx, whenOver))
    await expireOrders(later(ctx, whenOver))
    expect([(await orderRow(ctx, id)).status, await stockOf(ctx, shoe)]).toEqual([becomes, stock])
  })

  it('is cleared up once by three processes', async () => {
    const orders = await Promise.all(Array.from({ length: 15 }, () => orderIn(database, 'awaiting_payment')))
    const ctx = contextOn(database)
    await Promise.all([1, 2, 3].map(() => expireOrders(later(ctx, whenOver))))
    for (const { id, shoe } of orders) expect([(await orderRow(ctx, id)).status, await stockOf(ctx, shoe)]).toEqual(['buyer_not_paid', 10])
    const [events] = (
      await ctx.db.execute(
        sql`select count(*)::int as n from order_events where to_status = 'buyer_not_paid' and order_id = any(${`{${orders.map(({ id }) => id).join(',')}}`}::uuid[])`,
      )
    ).rows
    expect(events).toEqual({ n: 15 })
  })

  it('of one order that cannot be cleared up keeps no other', async () => {
    const [stuck, other] = [await orderIn(database, 'awaiting_payment'), await orderIn(database, 'awaiting_payment')]
    let calls = 0
    const db = new Proxy(database.db, {
      get: (target, name) => (name === 'transaction' && ++calls === 1 ? () => Promise.reject(new Error('in the way')) : Reflect.get(target, name)),
    })
    await expireOrders({ ...later(stuck.ctx, whenOver), db })
    expect(stuck.ctx.logged.filter(({ level }) => level === 'error')).toMatchObject([{ facts: { order: stuck.id } }])
    expect([(await orderRow(stuck.ctx, stuck.id)).status, (await orderRow(other.ctx, other.id)).status]).toEqual([
      'awaiting_payment',
      'buyer_not_paid',
    ])
  })
})

describe('a hold that runs out while', () => {
  it('the payment comes in: the order is paid, whoever is first', async () => {
    const stories = new Set<string>()
    for (let round = 0; round < 5; round++) {
      const { ctx, id, attempt, shoe } = await orderIn(database, 'awaiting_payment')
      const work = [() => tellPaid(ctx, attempt), () => expireOrders(later(ctx, whenOver))]
      await Promise.all((round % 2 ? work : work.reverse()).map((each) => each()))
      expect([(await orderRow(ctx, id)).status, await stockOf(ctx, shoe), await refundsOf(ctx, id)]).toEqual(['waiting_shipment', 9, []])
      const { rows } = await ctx.db.execute<{ story: string }>(
        sql`select string_agg(to_status, ' > ' order by id) as story from order_events where order_id = ${id}`,
      )
      stories.add(rows[0]?.story as string)
    }
    for (const story of stories) expect(story).toMatch(/^pending > awaiting_payment > (buyer_not_paid > )?waiting_shipment$/)
  })

  it('somebody else waits for the pair: it is sold once, and the money of the other goes back', async () => {
    for (let round = 0; round < 4; round++) {
      const { ctx, id, attempt, shoe } = await orderIn(database, 'awaiting_payment', 1)
      const next = contextOn(database)
      const [, , second] = await Promise.allSettled([
        expireOrders(later(ctx, whenOver)).then(() => tellPaid(ctx, attempt)),
        expireOrders(later(ctx, whenOver)),
        // At the same later hour: so the jobs of that hour do not clear it up as well.
        expireOrders(later(ctx, whenOver)).then(() => placed(later(next, whenOver), shoe)),
      ])
      const first = await orderRow(ctx, id)
      expect(await stockOf(ctx, shoe)).toBe(0)
      const sold = Number(first.status === 'waiting_shipment') + Number(second.status === 'fulfilled')
      expect([sold, (await refundsOf(ctx, id)).length]).toEqual([1, first.status === 'waiting_shipment' ? 0 : 1])
    }
  })

  it('an admin cancels: it is cancelled or expired, and its pair comes back once', async () => {
    for (let round = 0; round < 4; round++) {
      const { ctx, id, shoe } = await orderIn(database, 'awaiting_payment')
      await Promise.all([expireOrders(later(ctx, whenOver)), changeStatus(as(ctx, admin), id, { status: 'cancelled', reason: 'Asked for' })])
      expect([(await orderRow(ctx, id)).status, await stockOf(ctx, shoe)]).toEqual(['cancelled', 10])
    }
  })

  it('the buyer asks for a new prompt: it goes out or is refused, and the pair is held or back', async () => {
    for (let round = 0; round < 4; round++) {
      const shoe = await putOnShelf(database)
      const { ctx, id, attempt } = await placed(contextOn(database), shoe)
      await tellFailed(ctx, attempt)
      const [asked] = await Promise.allSettled([requestPayment(later(ctx, '29 minutes'), id, {}), expireOrders(later(ctx, whenOver))])
      if (asked.status === 'rejected') expect(asked.reason).toMatchObject({ code: 'hold_over' })
      expect([(await orderRow(ctx, id)).status, await stockOf(ctx, shoe)]).toEqual(['buyer_not_paid', 10])
    }
  })
})
