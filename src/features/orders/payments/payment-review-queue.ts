import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { type Cents, toShillings } from '#domain/money.ts'
import type { PaymentProvider } from '#services/payments/payment-provider.ts'

/** Outcomes of callbacks that claim money without proving it. After a wrong amount no query pays the attempt any more: an admin decides (daraja §8). */
export const noAmount = 'no amount'
export const wrongAmount = 'wrong amount'
/** Why a payment of a wrong amount (Cents) is in the review queue. */
export function wrongAmountReason({ name }: PaymentProvider, amount: Cents | null): string {
  return `${name} names KSh ${toShillings(amount as Cents)}, not the amount of the order`
}
/** Outcome of a callback that could not be processed in any of its tries; it may have reported money. */
export const givenUp = 'given up'

/** Why a prompt is in the review queue when the provider's reply to it was lost: there is no id to ask with. */
export function lostReply({ services }: Pick<Context, 'services'>): string {
  return `${services.payments.name} never said what became of this prompt`
}

/**
 * SQL: when the hold of an attempt's order ends; now where it is over, or the order was cleared. The pairs go back on the shelf at that time, and the money may
 * have moved.
 */
export function endOfHold({ now }: Pick<Context, 'now'>): SQL {
  return sql`coalesce((select greatest(o.hold_expires_at, ${now}) from orders o where o.id = payment_attempts.order_id), ${now})`
}

/**
 * For an answer that names the prompt and proves nothing: the shop asks the provider about it at once, also where the provider's reply to the prompt was lost.
 */
export async function schedulePaymentQuery(ctx: Context, attemptId: string, checkoutRequestId: string): Promise<void> {
  await ctx.db.execute(sql`
    update payment_attempts set checkout_request_id = coalesce(checkout_request_id, ${checkoutRequestId}), next_check_at = ${ctx.now}
    where id = ${attemptId} and state <> 'paid' and not exists (
      select from payment_attempts other where other.checkout_request_id = ${checkoutRequestId} and other.id <> ${attemptId})`)
}

/**
 * Puts an attempt into the review queue. Not a failure: it stays payable. `final` is a question that asking the provider again cannot clear up: it is marked on
 * a paid attempt too, and the shop stops asking.
 */
export async function queuePaymentReview(ctx: Context, attemptId: string, reason: string, { final = false } = {}): Promise<void> {
  await ctx.db.execute(sql`
    update payment_attempts set needs_review_at = coalesce(needs_review_at, ${ctx.now}), review_reason = ${reason},
      next_check_at = case when ${final} then null else next_check_at end
    where id = ${attemptId} and (state <> 'paid' or ${final})`)
  ctx.log.warn({ attempt: attemptId, reason }, 'payment needs a look')
}
