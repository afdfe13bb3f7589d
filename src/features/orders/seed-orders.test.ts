import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { allTransitions } from '#domain/order.ts'
import { anonymous, theShop } from '#features/context.ts'
import { orderStory } from '#features/orders/order-stories.ts'
import { seedOrders } from '#features/orders/seed-orders.ts'
import { useDatabase } from '../../../test/database.ts'

const test = useDatabase()
const shop = () => ({ db: test.db, actor: theShop, now: sql`now()` })

describe('seedOrders', () => {
  // That the books balance is checked after every test (test/database.ts): stock, money, events.
  it('adds orders that have come to rest, and counts on the next time', async () => {
    await test.db.execute(sql`
      with shoe as (insert into products (name, price, discount_percentage) select 'Mtaa Canvas, Blue ' || n, 2795, n from generate_series(1, 6) n returning id)
      insert into product_size (product_id, label) select id, size::text from shoe, generate_series(36, 40) size`)
    expect(await seedOrders(shop(), 600)).toEqual({ first: 1, last: 600 })
    expect(await seedOrders(shop(), 100)).toEqual({ first: 601, last: 700 })

    const { rows } = await test.db.execute(
      sql`select status, count(*)::integer as orders, count(mpesa_receipt_number)::integer as paid from orders group by status`,
    )
    expect(Object.fromEntries(rows.map(({ status, ...counts }) => [status, counts]))).toEqual({
      delivered: { orders: 406, paid: 406 },
      shipped: { orders: 70, paid: 70 },
      waiting_shipment: { orders: 70, paid: 70 },
      buyer_not_paid: { orders: 98, paid: 0 },
      cancelled: { orders: 56, paid: 21 },
    })
  })

  it('leaves nothing for the jobs to do, and the shelf no emptier', async () => {
    const { rows } = await test.db.execute(sql`
      select (select count(*)::integer from payment_attempts where next_check_at is not null) as checks,
        (select count(*)::integer from refunds where state = 'due') as refunds, (select min(stock) from product_size) >= 0 as stocked,
        (select count(*)::integer from order_events where created_at > now()) as future`)
    expect(rows).toEqual([{ checks: 0, refunds: 0, stocked: true, future: 0 }])
  })

  it('is for the shop alone', async () => {
    await expect(seedOrders({ ...shop(), actor: anonymous }, 1)).rejects.toMatchObject({ code: 'signed_out' })
  })
})

describe('orderStory', () => {
  const stories = Array.from({ length: 20_000 }, (_, index) => orderStory(index + 1))

  it('tells every number another story, with a short code of its own', () => {
    expect(new Set(stories.map(({ id }) => id.slice(0, 8))).size).toBe(stories.length)
    expect(new Set(stories.map(({ phone }) => phone)).size).toBe(stories.length)
    expect(orderStory(7)).toEqual(orderStory(7))
  })

  it('goes only ways that orders may go', () => {
    const allowed = new Set(allTransitions().map(({ from, to }) => `${from}>${to}`))
    for (const { path } of stories.slice(0, 100))
      for (const [step, status] of path.slice(1).entries()) expect(allowed).toContain(`${path[step]}>${status}`)
  })
})
