import { sql } from 'drizzle-orm'
import { maxCounted } from '#domain/counting.ts'
import { type Context, requireAdmin } from '#features/context.ts'

export interface OpenWorkCounts {
  /** Refunds that are due, and payments in the review queue; one more than `maxCounted` means more. */
  refunds: number
  reviews: number
  /** When this was so: ISO 8601 with all its digits, for `countNewlyPaid`. */
  as_of: string
}

/** The work that waits for an admin beside the orders themselves: refunds and payments to review. Problems: signed_out, forbidden. */
export async function countOpenWork(ctx: Context): Promise<OpenWorkCounts> {
  requireAdmin(ctx)
  const { rows } = await ctx.db.execute<{ refunds: number; reviews: number; as_of: string }>(sql`
    select to_json(${ctx.now}) #>> '{}' as as_of,
      (select count(*)::integer from (select from refunds where state = 'due' limit ${maxCounted + 1}) r) as refunds,
      (select count(*)::integer from (select from payment_attempts where needs_review_at is not null limit ${maxCounted + 1}) a) as reviews`)
  return rows[0] as OpenWorkCounts
}

/** How many orders were paid after an instant (`as_of`); one more than `maxCounted` means more. Problems: signed_out, forbidden. */
export async function countNewlyPaid(ctx: Context, since: string): Promise<number> {
  requireAdmin(ctx)
  const { rows } = await ctx.db.execute<{ count: number }>(sql`
    select count(*)::integer as count from (select from orders where paid_at > ${since}::timestamptz limit ${maxCounted + 1}) o`)
  return rows[0]?.count ?? 0
}
