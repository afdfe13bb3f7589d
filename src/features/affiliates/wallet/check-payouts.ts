import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { isUuid } from '#core/page-of.ts'
import { nextPayoutQueryAfter, type PayoutStatus, payoutStatuses } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { findPayoutStop, openPayoutBreaker, requirePayoutsRunning } from '#features/affiliates/wallet/payout-breaker.ts'
import { payoutAddress, recordTransactionStatus } from '#features/affiliates/wallet/payout-callbacks.ts'
import { queuePayoutReview } from '#features/affiliates/wallet/review-queue.ts'
import { accountOf } from '#features/orders/mpesa-account/account-of.ts'

/**
 * Asks the provider about every payout on its way whose outcome has not arrived: after a lost reply, a lost result or a time-out (daraja §5). A payout that
 * stays open for a day goes into the review queue. While payouts are stopped the shop asks about none, and no query of the schedule is used up. Two processes
 * share the work: a process takes a row by moving its due time. Returns how many rows it took.
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

/**
 * Asks the provider what became of a payout, and notes when the provider took the query. The status is the answer of this call, or comes to the payout's own
 * address. A query moves no money. Null, and nothing is asked, where the payout's account cannot be used any more.
 */
async function requestTransactionStatus(ctx: Context, accountId: string | null, id: string) {
  const account = accountOf(ctx, accountId)
  const { payouts, credentialWords } = account.provider
  if (!payouts) return null
  const answer = await payouts.query(id, payoutAddress(ctx, account, id, 'status'))
  ctx.log.info({ payout: id, outcome: answer.outcome }, 'payout looked up')
  if (answer.outcome === 'refused' && answer.credentials) await openPayoutBreaker(ctx, credentialWords, id)
  if (answer.outcome === 'accepted' || answer.outcome === 'found')
    await ctx.db.execute(sql`update affiliate_payouts set status_requested_at = ${ctx.now} where id = ${id} and status = 'processing'`)
  if (answer.outcome === 'found') await recordTransactionStatus(ctx, id, answer.found)
  return answer.outcome
}

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
