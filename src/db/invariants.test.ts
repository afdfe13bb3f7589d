import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { allInvariants, invariants } from '#db/invariants.ts'
import { type OrderInStatus, orderIn } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase()
const world = {} as Record<'paid' | 'waiting' | 'expired' | 'cancelled' | 'shipped' | 'refunded', OrderInStatus>

beforeAll(async () => {
  world.paid = await orderIn(database, 'waiting_shipment')
  world.waiting = await orderIn(database, 'awaiting_payment')
  world.expired = await orderIn(database, 'buyer_not_paid')
  world.cancelled = await orderIn(database, 'cancelled')
  world.shipped = await orderIn(database, 'shipped')
})

/** Each rule broken by hand, as the owner, with the constraint that guards it out of the way. */
const faults: Record<string, () => SQL[]> = {
  S1: () => [sql`alter table product_size drop constraint product_size_stock_check`, move(world.paid, -99)],
  S2: () => [sql`update product_size set stock = stock + 1 where id = ${world.paid.shoe.sizes['40']}`],
  S3: () => [
    sql`delete from stock_movements where order_id = ${world.paid.id}`,
    sql`update product_size set stock = stock + 1 where id = ${world.paid.shoe.sizes['40']}`,
  ],
  S4: () => [move(world.expired, -1, world.expired.id)],
  S5: () => [sql`update orders set hold_expires_at = now() - interval '6 minutes' where id = ${world.waiting.id}`],
  S6: () => [
    sql`alter table order_items drop constraint order_items_order_id_product_size_id_key`,
    sql`insert into order_items (order_id, product_id, product_size_id, quantity, price, name, size)
      select order_id, product_id, product_size_id, quantity, price, name, size from order_items where order_id = ${world.paid.id}`,
  ],
  S7: () => [move(world.cancelled, -1, world.cancelled.id)],
  O1: () => [sql`update orders set total_amount = total_amount - 1 where id = ${world.paid.id}`],
  O2: () => [
    sql`alter table order_items drop constraint order_items_price_check`,
    sql`update order_items set price = price + 0.5 where order_id = ${world.paid.id}`,
  ],
  O3: () => [
    sql`alter table order_events drop constraint order_events_from_status_to_status_fkey`,
    sql`update order_events set from_status = 'delivered' where order_id = ${world.paid.id} and from_status is not null`,
  ],
  O4: () => [sql`update orders set status = 'shipped' where id = ${world.paid.id}`],
  P1: () => [
    letPaidChange,
    sql`alter table payment_attempts drop constraint payment_attempts_receipt_key`,
    sql`update payment_attempts set receipt = 'TAAAAAAAAA' where order_id in (${world.paid.id}, ${world.shipped.id})`,
  ],
  P2: () => [sql`drop index payment_attempts_one_open`, attempt(world.waiting, 'accepted')],
  P3: () => [letPaidChange, sql`update payment_attempts set state = 'failed' where order_id = ${world.paid.id}`],
  P4: () => [sql`update payment_attempts set state = 'paid', settled_at = now() where order_id = ${world.expired.id}`],
  P5: () => [attempt(world.paid, 'paid')],
  P6: () => [sql`insert into callbacks (body, next_try_at) values ('{}', now() - interval '6 minutes')`],
  P7: () => [sql`update payment_attempts set created_at = now() - interval '26 hours' where order_id = ${world.waiting.id}`],
  P8: () => [
    sql`insert into refunds (order_id, attempt_id, amount, reason) select order_id, id, amount + 1, 'cancelled' from payment_attempts where order_id = ${world.paid.id}`,
  ],
  P9: () => [attempt(world.cancelled, 'paid')],
}

const letPaidChange = sql`alter table payment_attempts disable trigger payment_attempts_stay_paid`

function move(order: OrderInStatus, delta: number, orderId: string | null = null): SQL {
  return sql`insert into stock_movements (product_size_id, delta, reason, order_id) values (${order.shoe.sizes['40']}, ${delta}, 'manual', ${orderId})`
}
function attempt(order: OrderInStatus, state: string): SQL {
  return sql`insert into payment_attempts (order_id, phone, amount, state, settled_at)
    select id, customer_phone, total_amount, ${state}, ${state === 'paid' ? sql`now()` : null} from orders where id = ${order.id}`
}

describe('an invariant', () => {
  it('that guards orders, stock or payments has a fault here', () => {
    const guarded = Object.keys(invariants).filter((name) => /^[SOP]/.test(name))
    expect(Object.keys(faults).sort()).toEqual(guarded.sort())
  })

  it.each(Object.keys(faults))('%s goes red when its rule is broken', async (name) => {
    const rolledBack = new Error('the fault is taken back')
    const broken: string[] = []
    await database.ownerDb
      .transaction(async (tx) => {
        for (const statement of (faults[name] as () => SQL[])()) await tx.execute(statement)
        const { rows } = await tx.execute<{ name: string }>(sql.raw(allInvariants))
        broken.push(...rows.map((row) => row.name))
        throw rolledBack
      })
      .catch((error) => expect(error).toBe(rolledBack))
    expect(broken).toContain(name)
  })

  it('is whole when nothing is broken', async () => {
    expect((await database.ownerDb.execute(sql.raw(allInvariants))).rows).toEqual([])
  })
})

describe('the database itself refuses', () => {
  it.each<[string, () => SQL, string]>([
    ['stock below zero', () => move(world.paid, -99), 'product_size_stock_check'],
    [
      'a second receipt of the same name',
      () => sql`update payment_attempts set receipt = ${world.paid.attempt.receipt} where order_id = ${world.waiting.id}`,
      'payment_attempts_receipt_key',
    ],
    ['a second open prompt', () => attempt(world.waiting, 'accepted'), 'payment_attempts_one_open'],
    [
      'a move that is in no table',
      () => sql`insert into order_events (order_id, from_status, to_status) values (${world.paid.id}, 'cancelled', 'delivered')`,
      'order_events_from_status_to_status_fkey',
    ],
    ['a paid status without payment', () => sql`update orders set status = 'shipped' where id = ${world.waiting.id}`, 'orders_paid'],
    ['an order that is unpaid again', () => sql`update orders set paid_at = null where id = ${world.paid.id}`, 'orders_stay_paid'],
    [
      'a payment that becomes a failure',
      () => sql`update payment_attempts set state = 'failed' where order_id = ${world.paid.id}`,
      'payment_attempts_stay_paid',
    ],
    [
      'a payout that is done and has no receipt',
      () => sql`with who as (insert into profiles default values returning id)
        insert into affiliate_payouts (affiliate_id, amount, status, processed_at) select id, 100, 'completed', now() from who`,
      'affiliate_payouts_receipted',
    ],
    ['a discarded order that ships', () => sql`update orders set discarded_at = now() where id = ${world.paid.id}`, 'orders_discarded'],
    [
      'a second refund of one payment',
      () =>
        sql`insert into refunds (attempt_id, amount, reason) select id, amount, 'cancelled' from payment_attempts, generate_series(1, 2) where order_id = ${world.paid.id}`,
      'refunds_attempt_id_key',
    ],
    ['cents in a total', () => sql`update orders set total_amount = 4500.5 where id = ${world.paid.id}`, 'orders_total_amount_check'],
    ['a status of its own', () => sql`update orders set status = 'lost' where id = ${world.paid.id}`, 'orders_status'],
    ['a commission above a tenth', () => sql`update orders set commission_amount = 451 where id = ${world.paid.id}`, 'orders_check'],
    ['a callback longer than it keeps', () => sql`insert into callbacks (body) values (repeat('x', 16385))`, 'callbacks_body_check'],
    [
      'a paid attempt that is not settled',
      () => sql`update payment_attempts set settled_at = null where order_id = ${world.paid.id}`,
      'payment_attempts_check',
    ],
    [
      'a foreign phone',
      () => sql`update payment_attempts set phone = '255712345678' where order_id = ${world.paid.id}`,
      'payment_attempts_phone_check',
    ],
  ])('%s', async (_, statement, constraint) => {
    await expect(database.ownerDb.execute(statement())).rejects.toMatchObject({ cause: { constraint } })
  })
})
