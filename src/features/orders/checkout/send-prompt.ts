import { sql } from 'drizzle-orm'
import { arrayOf, asManyAs, batched, type SharedContext } from '#core/batched.ts'
import type { Context } from '#core/context.ts'
import { noteOrder } from '#core/log-ids.ts'
import { retryTransient } from '#core/retry-transient.ts'
import type { Database } from '#db/client.ts'
import { isDiskFull } from '#db/errors.ts'
import { type Cents, fromShillings } from '#domain/money.ts'
import { paymentMoves, unpaidStatuses } from '#domain/order.ts'
import { nextQueryAfter, providerRefusals } from '#domain/payment.ts'
import { shortCode } from '#domain/placed-order.ts'
import { Problem, unlessRefused } from '#domain/problem.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { markDiscarded } from '#features/orders/mark-discarded.ts'
import { accountInForce, accountOf } from '#features/orders/mpesa-account/account-of.ts'
import { endOfHold } from '#features/orders/payments/payment-review-queue.ts'
import { logMove, type OrderToMove, transitionOrder, transitionOrders } from '#features/orders/transition-order.ts'
import type { PaymentAnswer } from '#services/payments/payment-provider.ts'

/**
 * Sends the prompt of an attempt, once: only the process that sets `prompted_at` sends it. Answers false, and sends nothing, when it was sent already or the
 * order is closed. A process that dies in between leaves either an unsent attempt, which a job sends, or one with an unknown outcome, which is never sent
 * again.
 */
export async function sendPrompt(ctx: Context, attemptId: string): Promise<boolean> {
  const inForce = accountInForce(ctx)
  const attempt = await claim(ctx, attemptId)
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

/** Answers null for an attempt that was sent already or whose order is closed. `coalesce`, because the planner would find `replaced_at is null` in the index of open attempts, and read all of it. */
const claim = batched<string, ClaimedAttempt | null>({ atOnce: 2, most: 8, again: 2, apart: (attemptId) => attemptId }, async (ctx, attemptIds) => {
  const { rows } = await ctx.db.execute<{ id: string; order_id: string | null; phone: string; amount: string; account_id: string | null }>(sql`
    with claimed as (select * from unnest(${sql.param(attemptIds)}::uuid[]) as claimed (id) ${asManyAs(attemptIds)})
    update payment_attempts a set prompted_at = ${ctx.now}, next_check_at = ${ctx.now} + make_interval(secs => ${answerOverdue}),
      account_id = coalesce(account_id, ${accountInForce(ctx).id}::uuid)
    from claimed where a.id = claimed.id and a.state = 'created' and coalesce(prompted_at, replaced_at) is null
      and (source = 'test' or (select o.discarded_at is null and o.status = any(${`{${unpaidStatuses.join(',')}}`}::text[]) from orders o where o.id = order_id))
    returning a.id, order_id, phone, amount, account_id`)
  const claimed = new Map(
    rows.map((row) => [row.id, { orderId: row.order_id, phone: row.phone, amount: fromShillings(row.amount), accountId: row.account_id }]),
  )
  return attemptIds.map((id) => claimed.get(id) ?? null)
})

async function record(ctx: Context, attemptId: string, orderId: string | null, answer: PaymentAnswer) {
  if (answer.outcome === 'refused') return ctx.db.transaction((tx) => recordRefusal(tx, ctx, attemptId, orderId, answer))
  const order = { orderId, actorId: ctx.actor.userId }
  const recorded =
    answer.outcome === 'accepted'
      ? recordAccepted(ctx, { ...order, attemptId, checkoutRequestId: answer.externalId, requestId: answer.requestId })
      : recordUnknown(ctx, { ...order, attemptId, reason: answer.reason })
  if ((await recorded) && orderId) logMove(ctx, orderId, paymentMoves.promptSent)
}

interface AcceptedPrompt extends OrderToMove {
  attemptId: string
  checkoutRequestId: string
  requestId: string | null
}

/** Together with others where nothing stands in the way of its order. */
async function recordAccepted(ctx: Context, prompt: AcceptedPrompt): Promise<boolean> {
  const hasMoved = prompt.orderId !== null && (await unlessRefused('unavailable', acceptTogether(ctx, prompt), false))
  return hasMoved || (await acceptPrompts(ctx, [prompt], 'wait')).has(prompt.orderId)
}
const acceptTogether = batched<AcceptedPrompt, boolean>({ atOnce: 2, most: 8, again: 2, apart: ({ orderId }) => orderId }, async (ctx, prompts) => {
  const moved = await acceptPrompts(ctx, prompts, 'skip')
  return prompts.map(({ orderId }) => moved.has(orderId))
})

/**
 * The callback may have been faster than this reply: then the attempt is settled, the order has moved, and neither changes again. An attempt that was given up as lost stays
 * `unknown`, because another prompt may be open by now; but a job can ask the provider about it. An attempt that was replaced on its way changes nothing: the order follows its
 * current prompt. The join locks orders before their attempts. Where it may wait, an attempt whose order was deleted meanwhile keeps the provider's answer. Answers the orders that moved.
 */
async function acceptPrompts(ctx: SharedContext, prompts: AcceptedPrompt[], locked: 'wait' | 'skip'): Promise<Set<string | null>> {
  const onlyAfter = sql`
    with prompt as (
      select * from unnest(${arrayOf(prompts, 'attemptId')}::uuid[], ${arrayOf(prompts, 'orderId')}::uuid[], ${arrayOf(prompts, 'checkoutRequestId')}::text[], ${arrayOf(prompts, 'requestId')}::text[])
        as prompt (attempt_id, order_id, checkout_request_id, request_id) ${asManyAs(prompts)}
    )
    update payment_attempts a set state = case a.state when 'created' then 'accepted' else a.state end, checkout_request_id = prompt.checkout_request_id,
      merchant_request_id = prompt.request_id, next_check_at = ${ctx.now} + make_interval(secs => ${nextQueryAfter(0)})
    from prompt ${locked === 'wait' ? sql`left join` : sql`join`} before on before.id = prompt.order_id
    where a.id = prompt.attempt_id and a.state in ('created', 'unknown') returning a.order_id, a.replaced_at is null as moves`
  const moved = await transitionOrders(ctx, prompts, paymentMoves.promptSent, { locked, note: 'Prompt sent', onlyAfter })
  return new Set(moved.map(({ id }) => id))
}

/** The same, where the outcome of the request is not known. */
async function recordUnknown(ctx: Context, { attemptId, reason, ...order }: OrderToMove & { attemptId: string; reason: string }): Promise<boolean> {
  const onlyAfter = sql`
    update payment_attempts set state = 'unknown', result_desc = ${reason.slice(0, 500)}, next_check_at = ${endOfHold(ctx)}
    from asked left join before on true
    where payment_attempts.id = ${attemptId} and state = 'created' returning payment_attempts.order_id, replaced_at is null as moves`
  const note = `Prompt sent, no answer from ${ctx.services.payments.name}`
  return (await transitionOrders(ctx, [order], paymentMoves.promptSent, { locked: 'wait', note, onlyAfter })).length > 0
}

async function recordRefusal(
  tx: Database,
  ctx: Context,
  attemptId: string,
  orderId: string | null,
  answer: Extract<PaymentAnswer, { outcome: 'refused' }>,
) {
  const order = await lockOrder(tx, orderId)
  const refusal = providerRefusals[answer.ours ? 'ours' : answer.busy ? 'forNow' : 'forGood']
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
