import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { isDiskFull } from '#db/errors.ts'
import { type Cents, fromShillings } from '#domain/money.ts'
import { paymentMoves, unpaidStatuses } from '#domain/order.ts'
import { nextQueryAfter, providerRefusals } from '#domain/payment.ts'
import { shortCode } from '#domain/placed-order.ts'
import { Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { noteOrder } from '#features/log-ids.ts'
import { accountInForce, accountOf } from '#features/mpesa-account/account-of.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { markDiscarded } from '#features/orders/mark-discarded.ts'
import { endOfHold } from '#features/orders/payment-review-queue.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'
import { retryTransient } from '#features/retry-transient.ts'
import type { PaymentAnswer } from '#services/payments/payment-provider.ts'

/**
 * Sends the prompt of an attempt, once: only the process that sets `prompted_at` sends it. Answers false, and sends nothing, when it was sent already or the
 * order is closed. A process that dies in between leaves either an unsent attempt, which a job sends, or one with an unknown outcome, which is never sent
 * again.
 */
export async function sendPrompt(ctx: Context, attemptId: string): Promise<boolean> {
  const inForce = accountInForce(ctx)
  const attempt = await claim(ctx, attemptId, inForce.id)
  if (!attempt) return false
  const { orderId, accountId } = attempt
  noteOrder(orderId)
  // The one that was in force when it was claimed, whatever has changed since; a test has its own.
  const account = accountId === inForce.id ? inForce : accountOf(ctx, accountId)
  const answer = await account.provider.request({
    phone: attempt.phone,
    amount: attempt.amount,
    reference: orderId ? shortCode(orderId) : 'TEST',
    description: orderId ? 'Shoe order' : 'Test',
    callbackUrl: `${account.callbackBaseUrl}/api/callbacks/payments/${attemptId}/${ctx.services.secrets.callbackSecret(attemptId)}`,
  })
  ctx.log.info({ attempt: attemptId, outcome: answer.outcome }, 'prompt requested')
  await retryTransient(() => record(ctx, attemptId, orderId, answer)).catch((error) => {
    // The phone may ring by now: a second press finds the order, so the answer must not say that nothing is charged.
    throw isDiskFull(error) ? new Problem('unavailable') : error
  })
  return true
}

/** Seconds that the provider may take to answer; after that the reply counts as lost. */
const answerOverdue = 45

interface ClaimedAttempt {
  /** Null of a prompt that tries an account. */
  orderId: string | null
  phone: string
  amount: Cents
  accountId: string | null
}

/** `coalesce`, because the planner would find `replaced_at is null` in the index of open attempts, and read all of it for this one. */
async function claim(ctx: Context, attemptId: string, inForce: string | null): Promise<ClaimedAttempt | null> {
  const { rows } = await ctx.db.execute<{ order_id: string | null; phone: string; amount: string; account_id: string | null }>(sql`
    update payment_attempts set prompted_at = ${ctx.now}, next_check_at = ${ctx.now} + make_interval(secs => ${answerOverdue}),
      account_id = coalesce(account_id, ${inForce}::uuid)
    where id = ${attemptId} and state = 'created' and coalesce(prompted_at, replaced_at) is null
      and (source = 'test' or (select o.discarded_at is null and o.status = any(${`{${unpaidStatuses.join(',')}}`}::text[]) from orders o where o.id = order_id))
    returning order_id, phone, amount, account_id`)
  const row = rows[0]
  return row ? { orderId: row.order_id, phone: row.phone, amount: fromShillings(row.amount), accountId: row.account_id } : null
}

async function record(ctx: Context, attemptId: string, orderId: string | null, answer: PaymentAnswer) {
  if (answer.outcome === 'refused') return ctx.db.transaction((tx) => recordRefusal(tx, ctx, attemptId, orderId, answer))
  // The callback may have been faster than this reply: then the attempt is settled, the order has moved, and neither changes again.
  const accepted = answer.outcome === 'accepted'
  await transitionOrder(ctx.db, ctx, orderId, paymentMoves.promptSent, {
    onlyAfter: accepted ? markAccepted(ctx, attemptId, answer) : markUnknown(ctx, attemptId, answer.reason),
    note: accepted ? 'Prompt sent' : `Prompt sent, no answer from ${ctx.services.payments.name}`,
    checkoutRequestId: accepted ? answer.externalId : undefined,
  })
}

async function recordRefusal(
  tx: Database,
  ctx: Context,
  attemptId: string,
  orderId: string | null,
  answer: Extract<PaymentAnswer, { outcome: 'refused' }>,
) {
  const order = await lockOrder(tx, orderId)
  const refusal = answer.busy ? providerRefusals.forNow : providerRefusals.forGood
  const { rows } = await tx.execute<{ is_replaced: boolean }>(sql`
    update payment_attempts set state = 'failed', settled_at = ${ctx.now}, next_check_at = null, result_code = ${refusal.code},
      result_desc = ${`${answer.code}: ${answer.message}`.slice(0, 500)}
    where id = ${attemptId} and state = 'created' returning replaced_at is not null as is_replaced`)
  // A prompt that was replaced on its way says nothing about the one that replaced it.
  if (!order || !orderId || !rows[0] || rows[0].is_replaced) return
  const note = `${ctx.services.payments.name} refused the prompt`
  const moved = await transitionOrder(tx, ctx, orderId, paymentMoves.failed, { note })
  // The first prompt's refusal hides the order from every reader; the row stays, marked as discarded, because money may still come (decisions).
  if (moved && order.attempts === 1) await markDiscarded(tx, ctx, orderId, note)
}

/**
 * Always true: it reads the CTE `before` of `transitionOrder`, which locks the order, so that orders are locked before their attempts. A count, because a row is
 * missing where the order was deleted meanwhile: its attempt keeps the provider's answer.
 */
const underLock = sql`(select count(*) from before) >= 0`

/**
 * SQL for `onlyAfter` of `transitionOrder`. An attempt that was given up as lost stays `unknown`, because another prompt may be open by now; but a job can ask
 * the provider about it. An attempt that was replaced on its way changes nothing: the order follows its current prompt.
 */
function markAccepted(ctx: Context, attemptId: string, answer: Extract<PaymentAnswer, { outcome: 'accepted' }>): SQL {
  return sql`
    update payment_attempts set state = case state when 'created' then 'accepted' else state end, checkout_request_id = ${answer.externalId},
      merchant_request_id = ${answer.requestId}, next_check_at = ${ctx.now} + make_interval(secs => ${nextQueryAfter(0)})
    where id = ${attemptId} and state in ('created', 'unknown') and ${underLock} returning replaced_at is null as moves`
}

/** The same, where the outcome of the request is not known. */
function markUnknown(ctx: Context, attemptId: string, reason: string): SQL {
  return sql`
    update payment_attempts set state = 'unknown', result_desc = ${reason.slice(0, 500)}, next_check_at = ${endOfHold(ctx)}
    where id = ${attemptId} and state = 'created' and ${underLock} returning replaced_at is null as moves`
}
