import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { type PayoutStatus, payoutStatuses } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { requirePayoutsRunning } from '#features/affiliates/wallet/payout-breaker.ts'
import { requestTransactionStatus } from '#features/affiliates/wallet/request-transaction-status.ts'

/**
 * "Ask M-Pesa": an admin has a payout that was sent looked up at once; also one that failed. M-Pesa's answer settles it without the admin. Problem
 * payout_settled for a payout that was never sent or is paid, payout_not_completed where M-Pesa did not take the question.
 */
export async function queryPayout(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'pay_affiliates')
  const { rows } = isUuid(id)
    ? await ctx.db.execute<{ status: PayoutStatus; sent: boolean; account_id: string | null }>(
        sql`select status, sent_at is not null as sent, account_id from affiliate_payouts where id = ${id}`,
      )
    : { rows: [] }
  const [payout] = rows
  if (!payout) throw new Problem('payout_not_found')
  if (!payout.sent || payout.status === 'completed') throw new Problem('payout_settled', { detail: payoutStatuses[payout.status].label })
  await requirePayoutsRunning(ctx)
  const outcome = await requestTransactionStatus(ctx, payout.account_id, id)
  if (outcome === null || outcome === 'refused') throw new Problem('payout_not_completed')
}
