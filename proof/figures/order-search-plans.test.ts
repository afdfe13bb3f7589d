import { type SQL, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Database } from '#db/client.ts'
import { listOrders, type OrderFilter } from '#features/orders/list-orders.ts'
import { countNewlyPaid, countOpenWork } from '#features/orders/list-work.ts'
import { listReviews } from '#features/orders/payments/payment-lists.ts'
import { listDeliveries } from '#features/orders/riders/list-deliveries.ts'
import { contextOn, theShop } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase()
const many = 50_000

/**
 * Orders as a busy shop has them, without lines or stock: the test checks how they are found. Their short codes differ, because they are multiplied by an odd
 * factor.
 */
async function fill(tx: Database) {
  await tx.execute(sql`set local session_replication_role = replica`)
  await tx.execute(sql`set local statement_timeout = '60s'; set local transaction_timeout = 0`)
  await tx.execute(sql`
    insert into orders (id, total_amount, customer_name, customer_phone, customer_email, delivery_address, status, mpesa_receipt_number, paid_at, hold_expires_at, created_at)
    select (lpad(to_hex(n::bigint * 2654435769 % 4294967296), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, case when n = 779 then 3750 else 4500 end, (array['Achieng', 'Barasa', 'Chebet', 'Wanjiku', 'Juma', 'Halima'])[1 + n % 6] || ' ' || (array['Atieno', 'Kiptoo', 'Mwangi', 'Njeri'])[1 + n % 4]
        || case when n = 777 then ' Zawadi' else '' end,
      '2547' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0'), case when n % 20 = 0 then 'buyer' || n || '@example.com' end, case when n = 778 then 'Kiambu Road, Runda' else 'Moi Avenue 12' end, (array['shipped', 'waiting_shipment', 'buyer_not_paid'] || array_fill('delivered'::text, array[13]))[1 + n % 16],
      'SEED' || lpad(n::text, 8, '0'), now() - make_interval(mins => n), now() - make_interval(mins => n), now() - make_interval(mins => n)
    from generate_series(1, ${many}::integer) n`)
  await tx.execute(sql`
    insert into payment_attempts (order_id, phone, amount, state, receipt, settled_at, created_at)
    select id, customer_phone, total_amount, 'paid', mpesa_receipt_number, created_at, created_at from orders`)
  await tx.execute(sql`
    insert into order_items (order_id, product_id, product_size_id, quantity, price, name, size)
    select id, id, id, 1, 4500, case when short_code like '00%' then 'Nyota Trainer' else 'Mbio Runner' end, '42' from orders where short_code < '40'`)
  await tx.execute(
    sql`insert into deliveries (order_id, code, created_at) select id, '0000', created_at from orders where status in ('shipped', 'delivered')`,
  )
  // What was just inserted waits in the lists of these indexes; a shop that runs has it in the indexes themselves.
  await tx.execute(
    sql`select gin_clean_pending_list('order_items_by_name'), gin_clean_pending_list('orders_by_name'), gin_clean_pending_list('orders_by_email'), gin_clean_pending_list('orders_by_address')`,
  )
  await tx.execute(sql`analyze orders, order_items, payment_attempts, refunds, deliveries`)
}

/** The query plans of a verb's statements. */
async function planOf(tx: Database, ask: (ctx: ReturnType<typeof contextOn>) => Promise<unknown>): Promise<string> {
  const plans: string[] = []
  const execute = async (query: SQL) => {
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain (analyze, timing off) ${query}`)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    return tx.execute(query)
  }
  const db = new Proxy(tx, { get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)) })
  await ask({ ...contextOn(database, { actor: theShop }), db })
  return plans.join('\n')
}

const lists: [string, OrderFilter, RegExp][] = [
  ['the newest', {}, /orders_newest/],
  ['those of a status', { status: 'shipped' }, /using orders_(by_status|newest|holding)/],
  ['those of several statuses', { status: ['pending', 'awaiting_payment'] }, /using orders_(by_status|newest|holding)/],
  ['those of a day', { from: '2026-01-01', to: '2026-01-01' }, /orders_newest/],
  ['a short code', { search: '3f9a21c8' }, /orders_pkey/],
  ['a phone', { search: '0700 007 919' }, /(?=[\s\S]*orders_of_phone)(?=[\s\S]*payment_attempts_of_phone)/],
  ['a part of a phone', { search: '791 900 1' }, /orders_by_name/],
  ['a receipt', { search: 'SEED00000777' }, /payment_attempts_by_receipt/],
  ['the first letters of a receipt', { search: 'SEED0000077' }, /payment_attempts_by_receipt/],
  ['a sum', { search: 'KSh 3,750' }, /orders_by_total/],
  ['a rare address', { search: 'runda' }, /orders_by_address/],
  ['a zone that no order has', { zone: 'Western' }, /orders_by_delivery/],
  ['an option that no order has', { option: 'Matatu' }, /orders_by_delivery/],
  ['what a rider has had', { rider: '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c' }, /deliveries_of_rider_day|orders_pkey/],
  ['a rare name', { search: 'zawadi' }, /orders_by_name/],
  ['a rare product', { search: 'nyota trai' }, /order_items_by_name/],
  ['an e-mail address', { search: 'buyer4460@' }, /orders_by_email/],
  ['what is to be packed', { queue: 'pack' }, /orders_unshipped/],
  ['what is to be sent', { queue: 'send' }, /orders_unshipped/],
  ['a common name', { search: 'wanjiku' }, /orders_newest|orders_by_name/],
]

it(`finds orders among ${many} by an index, whatever is asked`, async () => {
  const enough = new Error('enough was seen')
  const looking = database.ownerDb.transaction(async (tx) => {
    await fill(tx)
    const strange: string[] = []
    for (const [what, filter, index] of lists) {
      const plan = await planOf(tx, (ctx) => listOrders(ctx, filter))
      if (!index.test(plan) || /Seq Scan on (orders|order_items|payment_attempts)/.test(plan)) strange.push(`${what}:\n${plan}`)
    }
    expect(strange).toEqual([])
    const plan = await planOf(tx, async (ctx) => [
      await countOpenWork(ctx),
      await countNewlyPaid(ctx, '2026-11-21T00:00:00+00:00'),
      await listReviews(ctx),
    ])
    expect(plan).toMatch(/orders_paid_lately/)
    expect(plan).not.toMatch(/Seq Scan on (orders|payment_attempts)/)
    const newest = await planOf(tx, async (ctx) => listDeliveries(ctx, { cursor: (await listDeliveries(ctx, {})).next as string }))
    expect(newest.match(/using deliveries_newest/g)).toHaveLength(2)
    throw enough
  })
  await expect(looking).rejects.toBe(enough)
})
