import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { optionKinds } from '#domain/delivery-options.ts'
import { orderStatuses } from '#domain/order.ts'
import { attemptStates } from '#domain/payment.ts'
import type { OrderDelivery } from '#domain/receipt.ts'
import { may } from '#domain/roles.ts'
import type { Context } from '#features/context.ts'
import { enumOf, instant, iso } from '#features/row-fields.ts'

export const orderStatus = enumOf(orderStatuses)
export const attemptState = z.enum(attemptStates)

/** What the order was promised at Place Order. Null, and no fee, for orders from before there were zones. */
const deliveryColumns = {
  delivery_kind: enumOf(optionKinds).nullable(),
  delivery_option: z.string().nullable().meta({ description: 'The name of the delivery option of then' }),
  delivery_zone: z.string().nullable().meta({ description: 'For admins only' }),
  delivery_place: z.string().nullable(),
  delivery_fee: z.number().meta({ description: 'KSh; `total_amount` holds it' }),
  promised_from: z.iso.date().nullable().meta({ description: 'The days between which it arrives, in Nairobi' }),
  promised_to: z.iso.date().nullable(),
  delivery_to_agree: z
    .boolean()
    .meta({ description: 'The shop still agrees the delivery with the buyer: the columns above are null until it names an option' }),
  delivery_point: z.string().nullable().meta({ description: 'Which stage or courier office, where it goes to one' }),
  address_place: z
    .string()
    .nullable()
    .meta({ description: 'The place that the address names, where the buyer has confirmed `delivery_place` all the same' }),
  late_at: instant
    .nullable()
    .meta({ description: 'Since when it is known to come later than promised; null again once it has come, or is with a courier' }),
  receiver_name: z.string().nullable().meta({ description: 'Who takes it, where it is not the buyer' }),
  receiver_phone: z.string().nullable(),
}

/** These columns where nothing is promised, or not to this reader. */
export const noDelivery = {
  ...(Object.fromEntries(Object.keys(deliveryColumns).map((column) => [column, null])) as Record<keyof typeof deliveryColumns, null>),
  delivery_fee: 0,
  delivery_to_agree: false,
}

/** A row of the table `orders` (spec §3). Money in KSh. */
export const orderRow = z.object({
  id: z.uuid(),
  short_code: z.string().meta({ description: 'What people see, and what M-Pesa shows' }),
  user_id: z.uuid().nullable(),
  total_amount: z.number(),
  customer_name: z.string(),
  customer_phone: z.string(),
  customer_email: z.string().nullable().meta({ description: 'Where the buyer wants news of the order' }),
  delivery_address: z.string(),
  ...deliveryColumns,
  affiliate_id: z.uuid().nullable(),
  affiliate: z
    .object({ full_name: z.string().nullable(), affiliate_code: z.string() })
    .nullable()
    .meta({ description: '`full_name` is for admins only' }),
  commission_amount: z.number(),
  status: orderStatus,
  checkout_request_id: z.string().nullable(),
  mpesa_receipt_number: z.string().nullable(),
  created_at: instant,
  paid_at: instant.nullable(),
  packed_at: instant.nullable().meta({ description: 'Since when it is packed, for admins only; being packed is no status' }),
  hold_expires_at: instant.meta({ description: 'Until when an unpaid order keeps its pairs' }),
})
export type OrderRow = z.infer<typeof orderRow>

/**
 * SQL: the order `o` has not come, as far as the shop can know; with the statuses as the indexes on late orders have them. What waits at a point has come, and
 * of what a courier carries the shop learns only when an admin marks it delivered.
 */
export const isAwaited = sql`o.status in ('waiting_shipment', 'awaiting_shipment', 'confirmed', 'shipped') and not (o.status = 'shipped'
  and (o.delivery_kind in ('pickup', 'collect', 'stage') or exists (select from deliveries d where d.order_id = o.id and d.courier is not null)))`

/** SQL: since when the order `o` is late; null where it is not. */
export const lateAt = sql`case when o.late_at is not null and ${isAwaited} then o.late_at end as late_at`

/** Its columns in SQL, for `select ${orderColumns} from orders o left join profiles f on f.id = o.affiliate_id`. */
export const orderColumns = sql`o.id, o.short_code, o.user_id, o.total_amount, o.customer_name, o.customer_phone, o.customer_email, o.delivery_address,
  o.delivery_kind, o.delivery_option, o.delivery_zone, o.delivery_place, o.delivery_fee, o.promised_from::text, o.promised_to::text, o.delivery_to_agree, o.delivery_point, o.address_place, o.receiver_name, o.receiver_phone, o.affiliate_id, f.full_name as affiliate_name, f.affiliate_code, o.commission_amount, o.status, o.checkout_request_id, o.mpesa_receipt_number,
  o.created_at, o.paid_at, ${lateAt}, o.packed_at, o.hold_expires_at`

/** As raw statements answer them: money and instants as PostgreSQL writes them. */
export type StoredOrder = Omit<OrderRow, 'affiliate' | 'total_amount' | 'commission_amount' | 'delivery_fee'> & {
  affiliate_name: string | null
  affiliate_code: string | null
  total_amount: string
  commission_amount: string
  delivery_fee: string
}

/** As the API sends it: money in KSh, times in ISO 8601. Only an admin gets the affiliate's name (decisions, People), the zone and when the order was packed. */
export function toOrderRow({ actor }: Context, order: StoredOrder): OrderRow {
  const { affiliate_code } = order
  return {
    id: order.id,
    short_code: order.short_code,
    user_id: order.user_id,
    total_amount: Number(order.total_amount),
    customer_name: order.customer_name,
    customer_phone: order.customer_phone,
    customer_email: order.customer_email,
    delivery_address: order.delivery_address,
    ...toDelivery(order),
    address_place: order.address_place,
    delivery_zone: may(actor, 'ship_orders') ? order.delivery_zone : null,
    affiliate_id: order.affiliate_id,
    affiliate: affiliate_code === null ? null : { full_name: may(actor, 'see_orders') ? order.affiliate_name : null, affiliate_code },
    commission_amount: Number(order.commission_amount),
    status: order.status,
    checkout_request_id: order.checkout_request_id,
    mpesa_receipt_number: order.mpesa_receipt_number,
    created_at: iso(order.created_at),
    paid_at: order.paid_at && iso(order.paid_at),
    late_at: order.late_at && iso(order.late_at),
    packed_at: may(actor, 'ship_orders') && order.packed_at !== null ? iso(order.packed_at) : null,
    hold_expires_at: iso(order.hold_expires_at),
  }
}

/** How an order is delivered, as its buyer reads it. */
export function toDelivery(order: StoredOrder): OrderDelivery {
  const { delivery_kind, delivery_option, delivery_place, delivery_point, promised_from, promised_to, delivery_to_agree } = order
  const { receiver_name, receiver_phone } = order
  const delivery_fee = Number(order.delivery_fee)
  return {
    delivery_kind,
    delivery_option,
    delivery_place,
    delivery_point,
    delivery_fee,
    promised_from,
    promised_to,
    delivery_to_agree,
    receiver_name,
    receiver_phone,
  }
}
