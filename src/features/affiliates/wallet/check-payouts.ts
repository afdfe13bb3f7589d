import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { nextPayoutQueryAfter } from '#domain/payout.ts'
import { findPayoutStop } from '#features/affiliates/wallet/payout-breaker.ts'
import { requestTransactionStatus } from '#features/affiliates/wallet/request-transaction-status.ts'
import { queuePayoutReview } from '#features/affiliates/wallet/review-queue.ts'

/**
 * Asks the provider about every payout on its way whose outcome has not arrived: after a lost reply, a lost result or a time-out (daraja §5). A payout that
 * stays open for a day goes into the review queue. While payouts are stopped the shop asks about none, and no query of the schedule is used up. Two processes
 * share the work: a process takes a row by moving its due time. Answers how many rows it took.
 */
export async function checkPayouts(ctx: Context): Promise<number> {
  requirePermission(ctx, 'run_shop')
  const { rows } = await ctx.db.execute<{ id: string; checks: number; account_id: string | null }>(sql`
    update affiliate_payouts set next_check_at = ${ctx.now} + make_interval(secs => ${lease})
    where id in (select id from affiliate_payouts where next_check_at <= ${ctx.now} and status = 'processing' order by next_check_at limit 10 for update skip locked)
    returning id, checks, account_id`)
  // One after the other: they are few, and each query contains the shop's credential.
  for (const { id, checks, account_id } of rows) {
    try {
      await checkPayout(ctx, id, checks, account_id)
    } catch (error) {
      ctx.log.error({ payout: id, error }, 'payout not looked up; it is due again soon')
    }
  }
  return rows.length
}

/** Seconds after which a check is due again if it died half-way or a stop put it off. */
const lease = 120

async function checkPayout(ctx: Context, id: string, checks: number, accountId: string | null) {
  // A query with a credential that the provider does not accept would only bring the account nearer to its lock.
  if (await findPayoutStop(ctx)) return
  const seconds = nextPayoutQueryAfter(checks + 1)
  if (seconds === null) return queuePayoutReview(ctx, id, `${ctx.services.payments.name} gave no outcome for a day`)
  await ctx.db.execute(sql`
    update affiliate_payouts set checks = checks + 1, next_check_at = ${ctx.now} + make_interval(secs => ${seconds}) where id = ${id} and status = 'processing'`)
  await requestTransactionStatus(ctx, accountId, id)
}
