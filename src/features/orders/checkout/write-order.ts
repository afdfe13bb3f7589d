import { sql } from 'drizzle-orm'
import { batched, rowsOf } from '#core/batched.ts'
import type { Context } from '#core/context.ts'
import { countedUse, refuseReached } from '#core/rate-limit.ts'
import { rateOf, systemReasons } from '#domain/commission.ts'
import type { DeliveryOption } from '#domain/delivery-options.ts'
import type { LimitName } from '#domain/limits.ts'
import { type Cents, toShillings } from '#domain/money.ts'
import { holdMinutes } from '#domain/order-code.ts'
import { unsentPromptSeconds } from '#domain/payment.ts'
import { forgetDeliveryTerms } from '#features/delivery/read-terms.ts'
import type { ChosenDelivery } from '#features/orders/checkout/choose-delivery.ts'
import type { OrderKey, PricedLine } from '#features/orders/checkout/order-facts.ts'
import type { OrderInput } from '#features/orders/checkout/order-input.ts'
import { orderLimits } from '#features/orders/checkout/order-limits.ts'

/** An order that is priced and not written yet. */
export interface NewOrder extends OrderKey {
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
}

/**
 * Counts the order against the rate limits and writes order, lines, the stock movements that reserve its pairs (a hold), attempt, event, key and the affiliate's
 * commission (`create_commission`) in one statement, which is one transaction and one round trip. The movements change the stock in the fixed order of size ids,
 * and stock refuses to go below zero: then nothing was written. Returns false when a price, the availability, the delivery option or the zone of the place changed
 * since it was read. Throws the violation of `product_size_stock_check` when a pair is gone, which counts towards no limit.
 */
export async function writeOrder(ctx: Context, order: NewOrder): Promise<boolean> {
  const limits = orderLimits(ctx, order.input.customer_phone)
  const written = await write(ctx, { ...order, limits: countedUse(ctx, limits, `${order.owner} ${order.key}`), actor: ctx.actor })
  await refuseReached(ctx, limits, written?.reached ?? [])
  if (written?.is_same_option === false) forgetDeliveryTerms()
  return written?.is_written ?? false
}

interface OrderToWrite extends NewOrder {
  limits: ReturnType<typeof countedUse>
  actor: Context['actor']
}

interface WrittenOrder extends Record<string, unknown> {
  id: string
  reached: LimitName[]
  is_same_option: boolean
  is_written: boolean
}

const bounds = {
  atOnce: 2,
  most: 4,
  again: 4,
  id: ({ orderId }: OrderToWrite) => orderId,
  // One may be the other once more.
  apart: ({ input }: OrderToWrite) => input.customer_phone,
  // A referred order locks a wallet at its end, and a draft its draft.
  alone: ({ referral, draftId }: OrderToWrite) => referral !== null || draftId !== null,
  // Rate limits are counted in this order, in other processes too.
  inOrder: ({ actor, input }: OrderToWrite) => `${actor.address ?? ''} ${input.customer_phone}`,
}

const write = batched<OrderToWrite, WrittenOrder>(bounds, async (ctx, asked) => {
  const { rows } = await ctx.db.execute<WrittenOrder>(sql`
    with asked as materialized (
      select * from jsonb_to_recordset(${rowsOf(asked, toRow)}::jsonb) as asked(id uuid, attempt_id uuid, draft_id uuid, limits jsonb, use text, owner text, key text, visitor_hash text, body_hash text,
        user_id uuid, device_account uuid, affiliate_id uuid, visitor_id uuid, visit integer, total numeric, commission numeric, rate numeric,
        name text, phone text, email text, address text, receiver_name text, receiver_phone text, option_id uuid, option jsonb, fee numeric, zone text, place_id text, place text,
        promised_from date, promised_to date, point text, address_place text)
    ), limited as materialized (
      select id, consume_limits(limits, use, ${ctx.now}) as reached from asked
    ), lines as (
      select * from jsonb_to_recordset(${rowsOf(asked, toLineRows)}::jsonb)
        as l(order_id uuid, product_id uuid, size_id uuid, quantity integer, price numeric, name text, size text, image_url text)
    ), changed as (
      select order_id from lines l
      where (select p.unit_price = l.price and p.is_available and p.archived_at is null from products p where p.id = l.product_id) is not true
    ), same_option as materialized (
      select id from asked where option_id is null or exists (
        select from delivery_options w cross join jsonb_to_record(asked.option) as seen(zone_id uuid, kind text, name text, address text, fee numeric, free_from numeric,
          days_from smallint, days_to smallint, cut_off smallint)
        where w.id = asked.option_id and w.is_on
          and (w.zone_id, w.kind, w.name, w.address, w.fee, w.free_from, w.days_from, w.days_to, w.cut_off) is not distinct from (seen.zone_id, seen.kind,
            seen.name, seen.address, seen.fee, seen.free_from, seen.days_from, seen.days_to, seen.cut_off)
          and w.zone_id = (
            with recursive around as (
              select parent_id, zone_id from delivery_places where id = asked.place_id
              union select p.parent_id, p.zone_id from around join delivery_places p on p.id = around.parent_id where around.zone_id is null)
            select zone_id from around where zone_id is not null))
    ), inserted_order as (
      insert into orders (id, user_id, total_amount, customer_name, customer_phone, customer_email, delivery_address, affiliate_id, commission_amount, commission_rate,
        delivery_kind, delivery_option, delivery_zone, delivery_place, delivery_place_id, delivery_fee, promised_from, promised_to, delivery_to_agree, delivery_point, address_place, receiver_name, receiver_phone,
        visitor_id, visit, hold_expires_at, created_at)
      select id, user_id, total, name, phone, email, address, affiliate_id, commission, rate,
        option ->> 'kind', option ->> 'name', zone, place, place_id, fee, promised_from, promised_to, option_id is null, point, address_place, receiver_name, receiver_phone,
        visitor_id, visit, ${ctx.now} + make_interval(mins => ${holdMinutes}), ${ctx.now}
      from asked join limited using (id) join same_option using (id)
      where reached = '{}' and id not in (select order_id from changed)
        and (draft_id is null or exists (select from order_drafts d where d.id = draft_id and d.discarded_at is null for update))
      returning id
    ), written as (
      select asked.* from asked join inserted_order using (id)
    ), inserted_items as (
      insert into order_items (order_id, product_id, product_size_id, quantity, price, name, size, image_url)
      select order_id, product_id, size_id, quantity, price, lines.name, size, image_url from lines join written on written.id = order_id
    ), inserted_movements as (
      insert into stock_movements (product_size_id, delta, reason, order_id, actor_id, created_at)
      select size_id, -quantity, 'hold', order_id, user_id, ${ctx.now} from lines join written on written.id = order_id order by size_id
    ), inserted_attempt as (
      insert into payment_attempts (id, order_id, phone, amount, next_check_at, created_at)
      select attempt_id, id, phone, total, ${ctx.now} + make_interval(secs => ${unsentPromptSeconds}), ${ctx.now} from written where attempt_id is not null order by phone
    ), inserted_event as (
      insert into order_events (order_id, to_status, actor_id, created_at) select id, 'pending', user_id, ${ctx.now} from written
    ), inserted_key as (
      insert into idempotency_keys (owner, key, visitor_hash, body_hash, order_id, created_at) select owner, key, visitor_hash, body_hash, id, ${ctx.now} from written
    )
    select id, reached, id in (select id from same_option) as is_same_option, written.id is not null as is_written,
      case when written.affiliate_id is not null then create_commission(id, ${systemReasons.own}, ${ctx.now}, written.device_account) end
    from limited left join written using (id)`)
  return rows
})

function toRow({ orderId, attemptId, draftId, limits, actor, referral, delivery, input, ...order }: OrderToWrite) {
  const { option, offer } = delivery
  return {
    id: orderId,
    attempt_id: attemptId,
    draft_id: draftId,
    network: actor.address ?? '',
    limits: limits.wanted,
    use: limits.own,
    owner: order.owner,
    key: order.key,
    visitor_hash: order.visitors[0] ?? null,
    body_hash: order.bodyHash,
    user_id: actor.userId,
    device_account: actor.device?.userId ?? null,
    affiliate_id: referral?.affiliateId ?? null,
    visitor_id: actor.referral.visitorId,
    visit: referral?.visit ?? 0,
    total: toShillings(order.total),
    commission: toShillings(order.commission),
    rate: rateOf(order.commissionPercent),
    name: input.customer_name,
    phone: input.customer_phone,
    email: input.customer_email,
    address: delivery.address,
    receiver_name: input.receiver_name ?? null,
    receiver_phone: input.receiver_phone ?? null,
    option_id: option?.id ?? null,
    option: option && optionAsRead(option),
    fee: toShillings(delivery.fee),
    zone: offer?.zone ?? null,
    place_id: delivery.place,
    place: delivery.placeName,
    promised_from: offer?.promised_from ?? null,
    promised_to: offer?.promised_to ?? null,
    point: delivery.point,
    address_place: delivery.addressPlace,
  }
}

function toLineRows({ orderId, lines }: OrderToWrite) {
  return lines.map((line) => ({
    order_id: orderId,
    product_id: line.productId,
    size_id: line.sizeId,
    quantity: line.quantity,
    price: toShillings(line.unitPrice),
    name: line.name,
    size: line.size,
    image_url: line.imageUrl,
  }))
}

function optionAsRead({ zone_id, kind, name, address, fee, free_from, days_from, days_to, cut_off }: DeliveryOption) {
  return { zone_id, kind, name, address, fee, free_from, days_from, days_to, cut_off }
}
