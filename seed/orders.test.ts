import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anonymous, theShop } from '#core/context.ts'
import { writeInBulk } from '#db/bulk.ts'
import { allTransitions } from '#domain/order.ts'
import { useDatabase } from '../test/database.ts'
import { orderScenario } from './order-scenarios.ts'
import { bookTables, seedOrders } from './orders.ts'

const test = useDatabase()
const counted = async () => (await test.db.execute(sql`select count(*)::integer as orders from orders`)).rows
const seeded = (count: number, seed = 1) => writeInBulk(test.ownerUrl, bookTables, (bulk) => seedOrders({ actor: theShop }, bulk, { count, seed }))

describe('seedOrders', () => {
  // That the books balance is checked after every test (test/database.ts): stock, money, events.
  it('adds orders that have come to rest, and counts on the next time', async () => {
    await test.db.execute(sql`
      with shoe as (insert into products (name, price, discount_percentage) select 'Mtaa Canvas, Blue ' || n, 2795, n from generate_series(1, 6) n returning id)
      insert into product_size (product_id, label) select id, size::text from shoe, generate_series(36, 40) size`)
    expect(await seeded(600)).toEqual({ first: 1, last: 600 })
    expect(await seeded(100, 2)).toEqual({ first: 601, last: 700 })

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

  it('brings accounts and affiliates, whose payouts are paid to the cent', async () => {
    const { rows } = await test.db.execute(sql`
      select (select count(*)::integer from auth.users join profiles using (id)) as accounts, (select count(*)::integer from profiles where is_affiliate) as affiliates,
        (select count(distinct status)::integer from affiliate_commissions) as "kindsOfCommission", (select count(*)::integer from affiliate_payouts) > 5 as payouts,
        (select count(*)::integer from affiliate_clicks where converted) = (select count(*)::integer from orders where affiliate_id is not null) as clicks`)
    expect(rows).toEqual([{ accounts: 35, affiliates: 3, kindsOfCommission: 4, payouts: true, clicks: true }])
  })

  it('puts every index back, and refers to nothing that is not there', async () => {
    const { rows } = await test.db.execute<{ indexes: number }>(
      sql`select count(*)::integer as indexes from pg_indexes where indexname = 'orders_of_phone'`,
    )
    expect(rows).toEqual([{ indexes: 1 }])
    await test.ownerDb.execute(sql`
      do $$ declare each record; begin
        for each in select conrelid::regclass as owner, conname, pg_get_constraintdef(oid) as definition from pg_constraint
          where contype = 'f' and convalidated loop
          execute format('alter table %s drop constraint %I', each.owner, each.conname);
          execute format('alter table %s add constraint %I %s', each.owner, each.conname, each.definition);
        end loop;
      end $$`)
  })

  it('leaves nothing behind when it breaks off', async () => {
    const before = await counted()
    const breaking = writeInBulk(test.ownerUrl, bookTables, async (bulk) => {
      await seedOrders({ actor: theShop }, bulk, { count: 50 })
      throw new Error('pulled the plug')
    })
    await expect(breaking).rejects.toThrow('pulled the plug')
    expect(await counted()).toEqual(before)
  })

  it('is for the shop alone', async () => {
    const asking = writeInBulk(test.ownerUrl, [], (bulk) => seedOrders({ actor: anonymous }, bulk, { count: 1 }))
    await expect(asking).rejects.toMatchObject({ code: 'signed_out' })
  })
})

describe('orderScenario', () => {
  const scenarios = Array.from({ length: 20_000 }, (_, index) => orderScenario(index + 1))

  it('tells every number another scenario, with a short code of its own', () => {
    expect(new Set(scenarios.map(({ id }) => id.slice(0, 8))).size).toBe(scenarios.length)
    expect(new Set(scenarios.map(({ phone }) => phone)).size).toBe(scenarios.length)
    expect(orderScenario(7)).toEqual(orderScenario(7))
  })

  it('goes only ways that orders may go', () => {
    const allowed = new Set(allTransitions().map(({ from, to }) => `${from}>${to}`))
    for (const { path } of scenarios.slice(0, 100))
      for (const [step, status] of path.slice(1).entries()) expect(allowed).toContain(`${path[step]}>${status}`)
  })
})
