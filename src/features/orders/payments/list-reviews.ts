import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { behind, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { instant } from '#core/row-fields.ts'
import { selectOf } from '#core/select-of.ts'
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
