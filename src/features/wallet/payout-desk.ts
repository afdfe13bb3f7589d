import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'

/** Puts a payout on a person's desk: the books keep its money where it is until they decide. */
export async function sendPayoutToReview(ctx: Context, id: string, reason: string): Promise<void> {
  await ctx.db.execute(sql`
    update affiliate_payouts set needs_review_at = coalesce(needs_review_at, ${ctx.now}), review_reason = ${reason.slice(0, 500)}, next_check_at = null where id = ${id}`)
  ctx.log.warn({ payout: id, reason }, 'payout needs a look')
}

/** M-Pesa is asked at once what became of a payout that is on its way. */
export async function lookSoon(ctx: Context, id: string): Promise<void> {
  await ctx.db.execute(
    sql`update affiliate_payouts set next_check_at = ${ctx.now} where id = ${id} and status = 'processing' and needs_review_at is null`,
  )
}
