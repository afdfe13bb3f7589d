import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { behind, isUuid, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { startingWith } from '#core/search-text.ts'
import { instant, isoText, selectOf } from '#core/select-of.ts'
import { shortCode } from '#domain/order-code.ts'
import { readOrderSearch } from '#domain/order-search.ts'
import { refundReasons } from '#domain/payment.ts'
import { attemptState } from '#features/orders/order-row.ts'

/** A payment in the review queue. Money in KSh. */
export const reviewRow = z.object({
  id: z.uuid().meta({ description: 'Of the payment attempt' }),
  order_id: z.uuid().nullable(),
  short_code: z.string().nullable(),
  customer_name: z.string().nullable(),
  phone: z.string(),
  amount: z.number(),
  receipt: z.string().nullable(),
  state: attemptState,
  reason: z.string(),
  /** Since when it waits. */
  needs_review_at: instant,
})
export type ReviewRow = z.infer<typeof reviewRow>

/** The review queue of payments: M-Pesa has not settled them, or its answer proves nothing. The one that has waited longest comes first. */
export async function listReviews(ctx: Context, paging: Paging = {}): Promise<Page<ReviewRow>> {
  requirePermission(ctx, 'take_payments')
  const { rows } = await ctx.db.execute<ReviewRow & { key: string }>(sql`
    select ${columns}, a.needs_review_at as key from payment_attempts a left join orders o on o.id = a.order_id
    where a.needs_review_at is not null and ${behind(paging, sql`a.needs_review_at`, sql`a.id`, 'oldest first')}
    order by a.needs_review_at, a.id limit ${limitOf(paging)}`)
  return pageOfKeyed(rows, paging)
}

const columns = selectOf(reviewRow, 'a', {
  ...{ short_code: sql`o.short_code`, customer_name: sql`o.customer_name`, reason: sql`coalesce(a.review_reason, 'Nobody knows why')` },
})

export const refundRow = z.object({
  id: z.uuid(),
  order_id: z.uuid().nullable(),
  short_code: z.string().nullable(),
  customer_name: z.string().nullable(),
  phone: z.string().nullable().meta({ description: 'The number that paid; null where M-Pesa hides it' }),
  receipt: z.string().nullable(),
  amount: z.number(),
  reason: z.enum(refundReasons),
  found: z
    .string()
    .nullable()
    .meta({ description: 'Of money that only M-Pesa’s own record told of: what it was for, and what it shows of the number' }),
  created_at: instant,
})
export type RefundRow = z.infer<typeof refundRow>

/** The money to refund: late, double, and paid for cancelled orders. Oldest first. */
export async function listRefunds(ctx: Context, paging: Paging = {}): Promise<Page<RefundRow>> {
  requirePermission(ctx, 'take_payments')
  const { rows } = await ctx.db.execute<RefundRow & { key: string }>(sql`
    select ${refundColumns}, r.created_at as key from refunds r join payment_attempts a on a.id = r.attempt_id left join orders o on o.id = r.order_id
    where r.state = 'due' and ${behind(paging, sql`r.created_at`, sql`r.id`, 'oldest first')} order by r.created_at, r.id limit ${limitOf(paging)}`)
  return pageOfKeyed(rows, paging)
}

const refundColumns = selectOf(refundRow, 'r', {
  ...{ short_code: sql`o.short_code`, customer_name: sql`o.customer_name`, phone: sql`a.phone`, receipt: sql`a.receipt` },
  found: sql`case when a.source = 'recorded' and a.recorded_by is null then a.result_desc end`,
})

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
