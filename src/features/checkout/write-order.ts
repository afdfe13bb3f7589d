import { type SQL, sql } from 'drizzle-orm'
import { rateOf, systemReasons } from '#domain/commission.ts'
import type { LimitName } from '#domain/limits.ts'
import { type Cents, toShillings } from '#domain/money.ts'
import { unsentPromptSeconds } from '#domain/payment.ts'
import { holdMinutes } from '#domain/placed-order.ts'
import type { ChosenDelivery } from '#features/checkout/choose-delivery.ts'
import type { PricedLine } from '#features/checkout/order-facts.ts'
import type { OrderInput } from '#features/checkout/order-input.ts'
import { orderLimits } from '#features/checkout/order-rate-limit.ts'
import type { Context } from '#features/context.ts'
import { forgetDeliveryTerms } from '#features/delivery/read-terms.ts'
import { consumption, refuseReached } from '#features/limits/rate-limit.ts'

/** An order that is priced and not written yet. */
export interface NewOrder {
  orderId: string
  /** Null where the buyer's client asks for the prompt itself. */
  attemptId: string | null
  input: OrderInput
  lines: PricedLine[]
  /** Lines plus the fee of delivery. */
  total: Cents
  commission: Cents
  /** What `commission` is of the goods. */
  commissionPercent: number
  delivery: ChosenDelivery
  referral: { affiliateId: string; visit: number } | null
  owner: string
  key: string
  bodyHash: string
  /** The draft that becomes this order, if any; nothing is written for a draft that was discarded meanwhile. */
  draftId: string | null
}

/**
 * Counts the order against the rate limits and writes order, lines, the stock movements that reserve its pairs (a hold), attempt, event, key and the affiliate's
 * commission (`create_commission`) in one statement, which is one transaction and one round trip for any number of lines. The movements change the stock in the fixed order of size ids, and stock
 * refuses to go below zero: then nothing was written. Answers false when a price, the availability, the way of
 * delivery or the zone of the place changed since it was read. Throws the violation of
 * `product_size_stock_check` when a pair is gone, which counts towards no limit. Problem `too_many`.
 */
export async function writeOrder(ctx: Context, order: NewOrder): Promise<boolean> {
  const { input, delivery } = order
  const { way, offer } = delivery
  const { visitorId } = ctx.actor.referral
  const affiliateId = order.referral?.affiliateId ?? null
  const lines = order.lines.map((line) => ({
    product_id: line.productId,
    size_id: line.sizeId,
    quantity: line.quantity,
    price: toShillings(line.unitPrice),
    name: line.name,
    size: line.size,
    image_url: line.imageUrl,
  }))
  const isStillWanted = order.draftId
    ? sql`exists (select from order_drafts where id = ${order.draftId} and discarded_at is null for update)`
    : sql`true`
  const limits = orderLimits(ctx, input.customer_phone)
  const statement: SQL = sql`
    with limited as materialized (
      select ${consumption(ctx, limits, `${order.owner} ${order.key}`)} as reached
    ), lines as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l(product_id uuid, size_id uuid, quantity integer, price numeric, name text, size text, image_url text)
    ), unchanged as (
      select from lines l
      where (select p.unit_price = l.price and p.is_available and p.archived_at is null from products p where p.id = l.product_id)
      having count(*) = ${lines.length}
    ), same_way as materialized (
      select from delivery_ways w where w.id = ${way.id} and w.is_on
        and (w.zone_id, w.kind, w.name, w.address, w.fee, w.free_from, w.days_from, w.days_to, w.cut_off) is not distinct from (${way.zone_id}::uuid, ${way.kind},
          ${way.name}, ${way.address}, ${way.fee}::numeric, ${way.free_from}::numeric, ${way.days_from}::smallint, ${way.days_to}::smallint, ${way.cut_off}::smallint)
        and w.zone_id = (
          with recursive around as (
            select parent_id, zone_id from delivery_places where id = ${delivery.place}
            union select p.parent_id, p.zone_id from around join delivery_places p on p.id = around.parent_id where around.zone_id is null)
          select zone_id from around where zone_id is not null)
    ), inserted_order as (
      insert into orders (id, user_id, total_amount, customer_name, customer_phone, customer_email, delivery_address, affiliate_id, commission_amount, commission_rate,
        delivery_kind, delivery_way, delivery_zone, delivery_place, delivery_place_id, delivery_fee, promised_from, promised_to, receiver_name, receiver_phone,
        visitor_id, visit, hold_expires_at, created_at)
      select ${order.orderId}, ${ctx.actor.userId}::uuid, ${toShillings(order.total)}, ${input.customer_name}, ${input.customer_phone}, ${input.customer_email},
        ${delivery.address}, ${affiliateId}::uuid, ${toShillings(order.commission)}, ${rateOf(order.commissionPercent)}::numeric,
        ${way.kind}, ${way.name}, ${offer.zone}, ${delivery.placeName}, ${delivery.place}, ${offer.fee}, ${offer.promised_from}::date, ${offer.promised_to}::date,
        ${input.receiver_name ?? null}, ${input.receiver_phone ?? null},
        ${visitorId}::uuid, ${order.referral?.visit ?? 0}, ${ctx.now} + make_interval(mins => ${holdMinutes}), ${ctx.now}
      from unchanged, same_way, limited where limited.reached = '{}' and ${isStillWanted}
      returning id
    ), inserted_items as (
      insert into order_items (order_id, product_id, product_size_id, quantity, price, name, size, image_url)
      select inserted_order.id, product_id, size_id, quantity, price, name, size, image_url from lines, inserted_order
    ), inserted_movements as (
      insert into stock_movements (product_size_id, delta, reason, order_id, actor_id, created_at)
      select size_id, -quantity, 'hold', inserted_order.id, ${ctx.actor.userId}::uuid, ${ctx.now} from lines, inserted_order order by size_id
    ), inserted_attempt as (
      insert into payment_attempts (id, order_id, phone, amount, next_check_at, created_at)
      select ${order.attemptId}::uuid, inserted_order.id, ${input.customer_phone}, ${toShillings(order.total)}, ${ctx.now} + make_interval(secs => ${unsentPromptSeconds}), ${ctx.now} from inserted_order
      where ${order.attemptId !== null}
    ), inserted_event as (
      insert into order_events (order_id, to_status, actor_id, created_at) select inserted_order.id, 'pending', ${ctx.actor.userId}::uuid, ${ctx.now} from inserted_order
    ), inserted_key as (
      insert into idempotency_keys (owner, key, body_hash, order_id, created_at) select ${order.owner}, ${order.key}, ${order.bodyHash}, inserted_order.id, ${ctx.now} from inserted_order
    )
    select reached, id, exists (select from same_way) as is_same_way, ${affiliateId ? sql`case when id is not null then create_commission(id, ${systemReasons.own}, ${ctx.now}, ${ctx.actor.device?.userId ?? null}) end` : sql`null`}
    from limited left join inserted_order on true`
  const { rows } = await ctx.db.execute<{ reached: LimitName[]; id: string | null; is_same_way: boolean }>(statement)
  await refuseReached(ctx, limits, rows[0]?.reached ?? [])
  if (rows[0]?.is_same_way === false) forgetDeliveryTerms()
  return rows[0]?.id != null
}
