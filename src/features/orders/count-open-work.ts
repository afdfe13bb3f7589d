import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { maxCounted } from '#domain/limits.ts'
import type { WorkQueue } from '#domain/open-work.ts'
import { may } from '#domain/roles.ts'
import { inQueue } from '#features/orders/list-orders.ts'

/**
 * Orders in each queue, refunds that are due, payments in the review queue, commissions that can be approved, and payouts that are pending; one more than `maxCounted` means
 * more.
 */
export type OpenWorkCounts = Record<WorkQueue | 'refunds' | 'reviews' | 'commissions' | 'payouts', number> & {
  /** When this was so: ISO 8601 with all its digits, for `countNewlyPaid`. */
  as_of: string
}

/** The work that waits for an admin; what is not a packer's counts as none for them. */
export async function countOpenWork(ctx: Context): Promise<OpenWorkCounts> {
  requirePermission(ctx, 'ship_orders')
  const { rows } = await ctx.db.execute<OpenWorkCounts>(sql`
    select to_json(${ctx.now}) #>> '{}' as as_of,
      (select count(*)::integer from (select from orders o where ${inQueue('pack')} limit ${maxCounted + 1}) o) as pack,
      (select count(*)::integer from (select from orders o where ${inQueue('send')} limit ${maxCounted + 1}) o) as send,
      (select count(*)::integer from (select from orders o where ${inQueue('way')} limit ${maxCounted + 1}) o) as way,
      (select count(*)::integer from (select from orders o where ${inQueue('late')} limit ${maxCounted + 1}) o) as late,
      (select count(*)::integer from (select from refunds where state = 'due' limit ${maxCounted + 1}) r) as refunds,
      (select count(*)::integer from (select from payment_attempts where needs_review_at is not null limit ${maxCounted + 1}) a) as reviews,
      (select count(*)::integer from (select from affiliate_commissions c join orders o on o.id = c.order_id
        where c.status = 'pending' and o.paid_at is not null limit ${maxCounted + 1}) c) as commissions,
      (select count(*)::integer from (select from affiliate_payouts where status = 'pending' limit ${maxCounted + 1}) p) as payouts`)
  const counts = rows[0] as OpenWorkCounts
  return may(ctx.actor, 'see_orders') ? counts : { ...counts, refunds: 0, reviews: 0, commissions: 0, payouts: 0 }
}

/** How many orders were paid after an instant (`as_of`); one more than `maxCounted` means more. */
export async function countNewlyPaid(ctx: Context, since: string): Promise<number> {
  requirePermission(ctx, 'ship_orders')
  const { rows } = await ctx.db.execute<{ count: number }>(sql`
    select count(*)::integer as count from (select from orders where paid_at > ${since}::timestamptz limit ${maxCounted + 1}) o`)
  return rows[0]?.count ?? 0
}
