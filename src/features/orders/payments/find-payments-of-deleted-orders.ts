import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { startingWith } from '#core/search-text.ts'
import { isoText } from '#core/select-of.ts'
import { readOrderSearch } from '#domain/order-search.ts'
import { shortCode } from '#domain/placed-order.ts'

/** A payment whose order Clear All User Data has cleared. Money in KSh, times in ISO 8601. */
export interface PaymentOfDeletedOrder {
  id: string
  /** Of the order that it was for. */
  order_id: string
  short_code: string
  receipt: string | null
  amount: number
  paid_at: string
  cleared_at: string
  /** The refund of this payment, if it has one. */
  refund: { state: 'due' | 'done' | 'failed'; receipt: string | null } | null
}

/** As many as an admin looks through; a receipt finds one. */
const most = 20

/** The remains of cleared orders that were paid, by a receipt or its first letters, of the payment or of its refund, or by the id of the order. */
export async function findPaymentsOfDeletedOrders(ctx: Context, search: string): Promise<PaymentOfDeletedOrder[]> {
  requirePermission(ctx, 'take_payments')
  const { receipt, id = null } = readOrderSearch(search)
  const code = receipt === undefined ? null : startingWith(receipt)
  const { rows } = await ctx.db.execute<Omit<PaymentOfDeletedOrder, 'short_code'> & Record<string, unknown>>(sql`
    select a.id, a.cleared_order_id as order_id, a.receipt, a.amount::float as amount, ${isoText(sql`a.settled_at`)} as paid_at, ${isoText(sql`a.cleared_at`)} as cleared_at,
      case when r.id is not null then json_build_object('state', r.state, 'receipt', r.receipt) end as refund
    from payment_attempts a left join refunds r on r.attempt_id = a.id
    where a.state = 'paid' and a.cleared_order_id is not null and (a.receipt like ${code} or a.id in (select attempt_id from refunds where receipt like ${code})
      or a.cleared_order_id between ${id?.first ?? null}::uuid and ${id?.last ?? null}::uuid)
    order by a.settled_at desc, a.id limit ${most}`)
  return rows.map((row) => ({ ...row, short_code: shortCode(row.order_id) }))
}

/**
 * When an order was cleared, in ISO 8601; null for every other id. Its id is enough, because no row tells any more which account it belonged to; a wrong key
 * answers null.
 */
export async function findOrderDeletionTime({ db, actor, services }: Pick<Context, 'db' | 'actor' | 'services'>, id: string): Promise<string | null> {
  if (!isUuid(id)) return null
  const { secrets } = services
  if (actor.orderKey !== null && !secrets.proves(actor.orderKey, (each) => each.orderKey(id))) return null
  const { rows } = await db.execute<{ cleared_at: string }>(
    sql`select ${isoText(sql`cleared_at`)} as cleared_at from payment_attempts where cleared_order_id = ${id} limit 1`,
  )
  return rows[0]?.cleared_at ?? null
}
