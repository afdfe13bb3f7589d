import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { retryTransient } from '#core/transactions.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Cents } from '#domain/money.ts'
import { nextPayoutQueryAfter, payoutStatuses } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { lockPayout } from '#features/affiliates/wallet/lock-payout.ts'
import { type Completion, completionOf } from '#features/affiliates/wallet/pay-by-hand.ts'
import { openPayoutBreaker, requirePayoutsRunning } from '#features/affiliates/wallet/payout-breaker.ts'
import { payoutAddress } from '#features/affiliates/wallet/payout-callbacks.ts'
import { requireRecordedPayments } from '#features/affiliates/wallet/review-queue.ts'
import { accountInForce } from '#features/orders/mpesa-account/account-of.ts'
import type { PayoutAnswer } from '#services/payments/payment-provider.ts'

/**
 * Sends a pending payout by M-Pesa, once: the request that sets it to `processing` sends it. Its own id is M-Pesa's key against a second payment, and only a
 * result, or the answer to a query, ends it: a time-out does not. A process that dies in between leaves a payout that a job asks about. A payout that M-Pesa
 * turned away at its gate, or that never left the shop, is pending as before, and may be sent again under the same id; any other is never sent again: the admin
 * who sent it gets its present state as the answer.
 */
export async function startB2cPayout(ctx: Context, id: string): Promise<Completion> {
  requirePermission(ctx, 'pay_affiliates')
  const account = accountInForce(ctx)
  const { payouts } = account.provider
  if (!payouts) throw new Problem('payout_not_completed')
  const claimed = await claim(ctx, id, account.id)
  if ('status' in claimed) return claimed
  const { phone, amount, sentAt, completion } = claimed
  const answer = await payouts
    .request({
      payoutId: id,
      phone,
      amount,
      remarks: 'Affiliate commission',
      occasion: 'Affiliate payout',
      resultUrl: payoutAddress(ctx, account, id, 'result'),
      timeoutUrl: payoutAddress(ctx, account, id, 'late'),
    })
    .catch(async (error) => {
      // It could not even be sent: no money moves.
      if (error instanceof RangeError) await retryTransient(() => unclaim(ctx, id, sentAt))
      throw error
    })
  ctx.log.info({ payout: id, outcome: answer.outcome }, 'payout requested')
  await retryTransient(() => record(ctx, id, answer, sentAt))
  if (answer.outcome === 'refused') await refuse(ctx, answer)
  return completion
}

/** Seconds for which the provider may take to answer before silence counts as a lost reply. */
const answerOverdue = 60

function claim(
  ctx: Context,
  id: string,
  accountId: string | null,
): Promise<{ phone: string; amount: Cents; sentAt: string; completion: Completion } | Completion> {
  return ctx.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, id)
    if (!payout) throw new Problem('payout_not_found')
    const isOwnPress = payout.sentBy !== null && payout.sentBy === ctx.actor.userId
    if (isOwnPress && (payout.status === 'processing' || payout.status === 'completed')) return completionOf(tx, payout)
    if (payout.status !== 'pending') throw new Problem('payout_settled', { detail: payoutStatuses[payout.status].label })
    if (payout.isHeld) throw new Problem('payout_held')
    if (!payout.phone || !payout.name) throw new Problem('payout_details_missing')
    if (payout.isExported) throw new Problem('payout_exported')
    await requireRecordedPayments({ db: tx }, payout.affiliate.id)
    await requirePayoutsRunning({ db: tx })
    const { rows } = await tx.execute<{ sent_at: string }>(sql`
      update affiliate_payouts set status = 'processing', sent_at = ${ctx.now}, originator_id = ${id}, processed_by = ${ctx.actor.userId}::uuid,
        account_id = ${accountId}::uuid, checks = 0, next_check_at = ${ctx.now} + make_interval(secs => ${answerOverdue})
      where id = ${id} returning sent_at`)
    await writeAudit(tx, ctx, {
      action: payout.affiliate.id === ctx.actor.userId ? 'own payout sent' : 'payout sent',
      table: 'affiliate_payouts',
      id,
      before: { status: 'pending' },
      after: { status: 'processing' },
    })
    const completion = await completionOf(tx, { ...payout, status: 'processing' })
    return { phone: payout.phone, amount: payout.amount, sentAt: rows[0]?.sent_at as string, completion }
  })
}

/** The result may have been faster than this reply: then the payout is settled, and stays so. */
async function record(ctx: Context, id: string, answer: PayoutAnswer, sentAt: string) {
  if (answer.outcome === 'refused') {
    if (answer.credentials) await openPayoutBreaker(ctx, ctx.services.payments.credentialWords, id)
    return unclaim(ctx, id, sentAt)
  }
  const isAccepted = answer.outcome === 'accepted'
  await ctx.db.execute(sql`
    update affiliate_payouts set conversation_id = coalesce(${isAccepted ? answer.externalId : null}, conversation_id),
      result_desc = ${isAccepted ? null : answer.reason.slice(0, 500)}, next_check_at = ${ctx.now} + make_interval(secs => ${nextPayoutQueryAfter(0)})
    where id = ${id} and status = 'processing'`)
}

/** M-Pesa refused before any money moved: the payout is pending as before, unless an admin has sent it again since. */
async function unclaim(ctx: Context, id: string, sentAt: string) {
  await ctx.db.execute(sql`
    update affiliate_payouts set status = 'pending', sent_at = null, originator_id = null, next_check_at = null
    where id = ${id} and status = 'processing' and conversation_id is null and sent_at = ${sentAt}`)
}

async function refuse(ctx: Context, answer: Extract<PayoutAnswer, { outcome: 'refused' }>): Promise<never> {
  ctx.log.warn({ code: answer.code }, `${ctx.services.payments.name} refused a payout`)
  if (answer.credentials) await requirePayoutsRunning(ctx)
  throw new Problem('payout_not_completed')
}
