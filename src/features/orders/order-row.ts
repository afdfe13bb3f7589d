import { sql } from 'drizzle-orm'
import type { OrderStatus } from '#domain/order.ts'
import type { Context } from '#features/context.ts'

/** The columns of the table `orders` (spec §3), for `select ${orderColumns} from orders o left join profiles f on f.id = o.affiliate_id`. */
export const orderColumns = sql`o.id, o.short_code, o.user_id, o.total_amount, o.customer_name, o.customer_phone, o.customer_email, o.delivery_address,
  o.affiliate_id, f.full_name as affiliate_name, f.affiliate_code, o.commission_amount, o.status, o.checkout_request_id, o.mpesa_receipt_number,
  o.created_at, o.paid_at, o.hold_expires_at`

/** As raw statements answer them: money and instants as PostgreSQL writes them. */
export interface StoredOrder extends Record<string, unknown> {
  id: string
  short_code: string
  user_id: string | null
  total_amount: string
  customer_name: string
  customer_phone: string
  customer_email: string | null
  delivery_address: string
  affiliate_id: string | null
  affiliate_name: string | null
  affiliate_code: string | null
  commission_amount: string
  status: OrderStatus
  checkout_request_id: string | null
  mpesa_receipt_number: string | null
  created_at: string
  paid_at: string | null
  hold_expires_at: string
}

export type OrderRow = ReturnType<typeof toOrderRow>

/** As it stands on the wire: money in KSh, times in ISO 8601. What an affiliate is called is an admin's business only (decisions, People). */
export function toOrderRow({ actor }: Context, order: StoredOrder) {
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
    affiliate_id: order.affiliate_id,
    affiliate: affiliate_code === null ? null : { full_name: actor.isAdmin ? order.affiliate_name : null, affiliate_code },
    commission_amount: Number(order.commission_amount),
    status: order.status,
    checkout_request_id: order.checkout_request_id,
    mpesa_receipt_number: order.mpesa_receipt_number,
    created_at: iso(order.created_at),
    paid_at: order.paid_at && iso(order.paid_at),
    hold_expires_at: iso(order.hold_expires_at),
  }
}

/** Raw statements answer instants as PostgreSQL writes them. */
export function iso(instant: string): string {
  return new Date(instant).toISOString()
}
