import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { enumOf, instant, only, selectOf } from '#core/select-of.ts'
import { optionKinds } from '#domain/delivery-options.ts'
import { orderStatuses } from '#domain/order.ts'
import { attemptStates } from '#domain/payment.ts'
import { may } from '#domain/roles.ts'

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
/** A step of its story, and money for it that goes back to the buyer. */
export const orderStep = z.object({ status: orderStatus, at: instant })
export const orderRefund = z.object({
  amount: z.number(),
  at: instant,
  done_at: instant.nullable(),
  phone: z.string(),
  receipt: z.string().nullable(),
  in_cash: z.boolean(),
})
export type OrderRow = z.infer<typeof orderRow>

/**
 * SQL: the order `o` has not come, as far as the shop can know; with the statuses as the indexes on late orders have them. What waits at a point has come, and
 * of what a courier carries the shop learns only when an admin marks it delivered.
 */
export const isAwaited = sql`o.status in ('waiting_shipment', 'awaiting_shipment', 'confirmed', 'shipped') and not (o.status = 'shipped'
  and (o.delivery_kind in ('pickup', 'collect', 'stage') or exists (select from deliveries d where d.order_id = o.id and d.courier is not null)))`

/** SQL: since when the order `o` is late; null where it is not. */
export const lateAt = sql`case when o.late_at is not null and ${isAwaited} then o.late_at end`

/** SQL: an order, for `select ${orderColumns} from orders o left join profiles f on f.id = o.affiliate_id`. */
export const orderColumns = selectOf(orderRow, 'o', {
  late_at: lateAt,
  affiliate: sql`case when f.affiliate_code is not null then json_build_object('full_name', f.full_name, 'affiliate_code', f.affiliate_code) end`,
})

const columns = orderRow.keyof().options

/** What a caller may read of it: only an admin gets the affiliate's name (decisions, People), the zone and when the order was packed. */
export function toOrderRow({ actor }: Context, order: OrderRow): OrderRow {
  const row = only(order, columns)
  if (!may(actor, 'ship_orders')) Object.assign(row, { delivery_zone: null, packed_at: null })
  return { ...row, affiliate: row.affiliate && { ...row.affiliate, full_name: may(actor, 'see_orders') ? row.affiliate.full_name : null } }
}

/** A row of the table `order_items` (spec §3), as sold. */
export const orderItemRow = z.object({
  id: z.uuid(),
  order_id: z.uuid(),
  product_id: z.uuid(),
  quantity: z.int(),
  price: z.number().meta({ description: 'KSh for one pair, as sold' }),
  name: z.string(),
  size: z.string(),
  image_url: z.string().nullable(),
})
export type OrderItemRow = z.infer<typeof orderItemRow>
