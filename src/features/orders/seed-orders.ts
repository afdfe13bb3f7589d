import { sql } from 'drizzle-orm'
import { holdMinutes, type OrderStatus } from '#domain/order.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { type OrderStory, orderStory } from '#features/orders/order-stories.ts'

/** Orders per statement: far inside the time one statement may take. */
const batch = 500

/**
 * Adds made-up orders of the past year that have come to rest: delivered, on their way, paid, expired, cancelled and paid back. Each follows from its number
 * and the shelf; every pair of theirs is delivered to the shop first, so that the shelf does not run empty. Answers the numbers that were given.
 */
export async function seedOrders(ctx: Pick<Context, 'db' | 'actor' | 'now'>, count: number): Promise<{ first: number; last: number }> {
  requireAdmin(ctx)
  const first = await nextNumber(ctx)
  const last = first + count - 1
  for (let from = first; from <= last; from += batch) {
    const size = Math.min(batch, last - from + 1)
    await add(
      ctx,
      Array.from({ length: size }, (_, index) => orderStory(from + index)),
    )
  }
  return { first, last }
}

async function nextNumber(ctx: Pick<Context, 'db'>): Promise<number> {
  const { rows } = await ctx.db.execute<{ last: number }>(sql`
    select coalesce(max(substring(checkout_request_id from '^seed_(\\d+)$')::integer), 0) as last from payment_attempts where checkout_request_id like 'seed\\_%'`)
  return (rows[0]?.last ?? 0) + 1
}

async function add(ctx: Pick<Context, 'db' | 'now'>, stories: OrderStory[]) {
  const told = stories.map(({ path: _, lines: __, ...story }) => story)
  const lines = stories.flatMap((story) => story.lines.map((line) => ({ order_id: story.id, ...line })))
  await ctx.db.execute(sql`
    with told as materialized (
      select t.*, ${ctx.now} - make_interval(mins => t."minutesAgo") as at
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t(number integer, id uuid, name text, phone text, address text, status text, receipt text,
        "isReturned" boolean, "minutesAgo" integer)
    ), pairs as materialized (
      select row_number() over () - 1 as place, few.*, p.unit_price, p.name, i.image_url
      from (select id as size_id, product_id, label from product_size order by product_id, label limit 5000) few
      join products p on p.id = few.product_id left join product_images i on i.product_id = p.id and i.is_primary
      order by few.product_id, few.label
    ), lines as materialized (
      select l.order_id, l.quantity, pairs.*, told.at, told."isReturned"
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(order_id uuid, draw bigint, quantity integer)
      join pairs on pairs.place = l.draw % (select count(*) from pairs) join told on told.id = l.order_id
    ), placed as (
      insert into orders (id, total_amount, customer_name, customer_phone, delivery_address, status, checkout_request_id, mpesa_receipt_number, paid_at,
        hold_expires_at, cancel_reason, created_at)
      select id, (select sum(quantity * unit_price) from lines where order_id = told.id), name, phone, address, status, 'seed_' || number, receipt,
        case when receipt is not null then at + interval '1 minute' end, at + make_interval(mins => ${holdMinutes}),
        case when status = 'cancelled' then 'The buyer changed their mind' end, at
      from told
      returning id, total_amount
    ), sold as (
      insert into order_items (order_id, product_id, product_size_id, quantity, price, name, size, image_url)
      select order_id, product_id, size_id, quantity, unit_price, name, label, image_url from lines
    ), moved as (
      -- First all pairs arrive, then all are sold, then some come back; in the order of size ids, as orders take them.
      insert into stock_movements (product_size_id, delta, reason, order_id, note, created_at)
      select size_id, delta, reason, order_id, note, at from (
        select 1 as step, size_id, sum(quantity) as delta, 'manual' as reason, null::uuid as order_id, 'Delivery' as note, min(at) as at from lines group by size_id
        union all select 2, size_id, -quantity, 'hold', order_id, null, at from lines
        union all select 3, size_id, quantity, 'release', order_id, 'Not bought', at + interval '1 hour' from lines where "isReturned"
      ) as steps order by step, size_id
    ), prompted as (
      insert into payment_attempts (order_id, phone, amount, state, prompted_at, checkout_request_id, result_code, result_desc, receipt, settled_at, created_at)
      select id, phone, total_amount, case when receipt is null then 'failed' else 'paid' end, at, 'seed_' || number,
        case when receipt is null then '1037' else '0' end, case when receipt is null then 'DS timeout user cannot be reached' else 'Processed' end,
        receipt, at + interval '1 minute', at
      from told join placed using (id)
      returning id, order_id, amount, state
    ), returned as (
      insert into refunds (order_id, attempt_id, amount, reason, state, processed_at, created_at)
      select a.order_id, a.id, a.amount, 'cancelled', 'done', at + interval '1 day', at + interval '1 hour'
      from prompted a join told on told.id = a.order_id where a.state = 'paid' and told.status = 'cancelled'
    )
    insert into order_events (order_id, from_status, to_status, created_at)
    select e.order_id, e.from_status, e.to_status, told.at + make_interval(mins => e.minutes)
    from jsonb_to_recordset(${JSON.stringify(stories.flatMap(eventsOf))}::jsonb) as e(order_id uuid, step integer, from_status text, to_status text, minutes integer)
    join told on told.id = e.order_id order by told.number, e.step`)
}

/** Minutes after the order in which it reaches a status. */
const reachedAfter: Partial<Record<OrderStatus, number>> = {
  payment_failed: 1,
  waiting_shipment: 1,
  buyer_not_paid: holdMinutes,
  cancelled: 60,
  shipped: 1440,
  delivered: 2880,
}

function eventsOf({ id, path }: OrderStory) {
  return path.map((status, step) => ({
    order_id: id,
    step,
    from_status: path[step - 1] ?? null,
    to_status: status,
    minutes: reachedAfter[status] ?? 0,
  }))
}
