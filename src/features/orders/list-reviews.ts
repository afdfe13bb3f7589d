import { sql } from 'drizzle-orm'
import type { AttemptState } from '#domain/payment.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { readCursor } from '#features/cursor.ts'
import { iso } from '#features/orders/order-row.ts'
import { type Paging, pageOf, pageSize } from '#features/page-of.ts'

/** A payment that a person has to look at. Money in KSh. */
export interface ReviewRow {
  /** Of the attempt. */
  id: string
  order_id: string | null
  short_code: string | null
  customer_name: string | null
  phone: string
  amount: number
  receipt: string | null
  state: AttemptState
  reason: string
  /** Since when it lies there. */
  needs_review_at: string
}

/** What M-Pesa has not settled, or told in a way that proves nothing; what lies there longest comes first. Problems: signed_out, forbidden, malformed. */
export async function listReviews(ctx: Context, paging: Paging = {}): Promise<{ data: ReviewRow[]; next: string | null }> {
  requireAdmin(ctx)
  const size = pageSize(paging)
  const [instant, last] = paging.cursor ? readCursor(paging.cursor, 'instant') : [null, null]
  const { rows } = await ctx.db.execute<Omit<ReviewRow, 'amount'> & { amount: string } & Record<string, unknown>>(sql`
    select a.id, a.order_id, o.short_code, o.customer_name, a.phone, a.amount, a.receipt, a.state, coalesce(a.review_reason, 'Nobody knows why') as reason, a.needs_review_at
    from payment_attempts a left join orders o on o.id = a.order_id
    where a.needs_review_at is not null and (${instant}::timestamptz is null or (a.needs_review_at, a.id) > (${instant}::timestamptz, ${last}::uuid))
    order by a.needs_review_at, a.id limit ${size + 1}`)
  return pageOf(
    rows.map((row) => ({
      row: { ...row, amount: Number(row.amount), needs_review_at: iso(row.needs_review_at) },
      key: [row.needs_review_at, row.id],
    })),
    size,
  )
}
