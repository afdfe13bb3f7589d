import { sql } from 'drizzle-orm'
import { nextLookAfter } from '#domain/payout.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { payoutAddress } from '#features/wallet/payout-addresses.ts'
import { sendPayoutToReview } from '#features/wallet/payout-desk.ts'
import { findPayoutStop, stopPayouts } from '#features/wallet/stop-payouts.ts'

/**
 * Looks up every payout on its way of which nothing was heard: after a lost reply, a lost result or a time-out (daraja §5). A look-up moves no money.
 * What stays open for a day lies on a person's desk. Two processes share the work: a row is taken by moving its due time. Answers how many it looked at.
 */
export async function checkPayouts(ctx: Context): Promise<number> {
  requireAdmin(ctx)
  const { rows } = await ctx.db.execute<{ id: string; checks: number }>(sql`
    update affiliate_payouts set next_check_at = ${ctx.now} + make_interval(secs => ${lease})
    where id in (select id from affiliate_payouts where next_check_at <= ${ctx.now} and status = 'processing' order by next_check_at limit 10 for update skip locked)
    returning id, checks`)
  // One after the other: they are few, and each question names the shop's credential.
  for (const { id, checks } of rows) {
    try {
      await look(ctx, id, checks)
    } catch (error) {
      ctx.log.error({ payout: id, error }, 'payout not looked up; it is due again soon')
    }
  }
  return rows.length
}

/** Seconds after which a look that died half-way is due again. */
const lease = 120

async function look(ctx: Context, id: string, checks: number) {
  const seconds = nextLookAfter(checks + 1)
  if (seconds === null) return sendPayoutToReview(ctx, id, 'M-Pesa gave no outcome for a day')
  await ctx.db.execute(sql`
    update affiliate_payouts set checks = checks + 1, next_check_at = ${ctx.now} + make_interval(secs => ${seconds}) where id = ${id} and status = 'processing'`)
  const { payouts } = ctx.services.mpesa
  // While payouts are stopped a question with the same credential would only bring the account nearer to its lock.
  if (!payouts || (await findPayoutStop(ctx))) return
  const answer = await payouts.queryTransaction({
    originatorConversationId: id,
    resultUrl: payoutAddress(ctx, id, 'status'),
    timeoutUrl: payoutAddress(ctx, id, 'status'),
  })
  ctx.log.info({ payout: id, outcome: answer.outcome }, 'payout looked up')
  if (answer.outcome === 'refused' && answer.credentials)
    await stopPayouts(ctx, 'M-Pesa does not take the initiator’s name, password or certificate.', id)
}
