import { sql } from 'drizzle-orm'
import { type Asked, arrayOf, asManyAs, batched, type SharedContext } from '#core/batched.ts'
import type { Context } from '#core/context.ts'
import { noteOrder } from '#core/log-ids.ts'
import { retryTransient } from '#core/transactions.ts'
import type { Database } from '#db/client.ts'
import { isDiskFull } from '#db/errors.ts'
import { fromShillings } from '#domain/money.ts'
import { paymentMoves, unpaidStatuses } from '#domain/order.ts'
import { shortCode } from '#domain/order-code.ts'
import type { PaymentView } from '#domain/order-view.ts'
import { nextQueryAfter, problemCodeOf, providerRefusals } from '#domain/payment.ts'
import { Problem, unlessRefused } from '#domain/problem.ts'
import { markDiscarded } from '#features/orders/discard-order.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { accountInForce, accountOf } from '#features/orders/mpesa-account/account-of.ts'
import { endOfHold } from '#features/orders/payments/payment-review-queue.ts'
import { logMove, type MovedOrder, type OrderToMove, transitionOrder, transitionOrders } from '#features/orders/transition-order.ts'
import type { PaymentAnswer } from '#services/payments/payment-provider.ts'

/**
 * Sends the prompt of an attempt, once: only the process that sets `prompted_at` sends it. Returns false, and sends nothing, when it was sent already or the
 * order is closed. A process that dies in between leaves either an unsent attempt, which a job sends, or one with an unknown outcome, which is never sent
 * again.
 */
export async function sendPrompt(ctx: Context, attemptId: string): Promise<boolean> {
  const inForce = accountInForce(ctx)
  const attempt = await claim(ctx, { id: attemptId })
  if (!attempt) return false
  const { order_id: orderId, account_id: accountId } = attempt
  noteOrder(orderId)
  // The one that was in force when it was claimed, whatever has changed since; a test has its own.
  const account = accountId === inForce.id ? inForce : accountOf(ctx, accountId)
  const answer = await account.provider.request({
    phone: attempt.phone,
    amount: fromShillings(attempt.amount),
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

interface ClaimedAttempt extends Record<string, unknown> {
  id: string
  /** Null of a prompt that tries an account. */
  order_id: string | null
  phone: string
  amount: string
  account_id: string | null
}

const byId = ({ id }: { id: string }) => id

/** Returns null for an attempt that was sent already or whose order is closed. `coalesce`, because the planner would find `replaced_at is null` in the index of open attempts, and read all of it. */
const claim = batched<{ id: string }, ClaimedAttempt>({ atOnce: 2, most: 8, again: 2, id: byId, apart: byId }, async (ctx, asked) => {
  const { rows } = await ctx.db.execute<ClaimedAttempt>(sql`
    with claimed as (select * from unnest(${arrayOf(asked, 'id')}::uuid[]) as claimed (id) ${asManyAs(asked)})
    update payment_attempts a set prompted_at = ${ctx.now}, next_check_at = ${ctx.now} + make_interval(secs => ${answerOverdue}),
      account_id = coalesce(account_id, ${accountInForce(ctx).id}::uuid)
    from claimed where a.id = claimed.id and a.state = 'created' and coalesce(prompted_at, replaced_at) is null
      and (source = 'test' or (select o.discarded_at is null and o.status = any(${`{${unpaidStatuses.join(',')}}`}::text[]) from orders o where o.id = order_id))
    returning a.id, order_id, phone, amount, account_id`)
  return rows
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
  const moved = prompt.orderId !== null && (await unlessRefused('unavailable', acceptUnlocked(ctx, prompt), null))
  return Boolean(moved) || (await accept(ctx, [prompt], 'wait')).length > 0
}
const byOrder = ({ orderId }: AcceptedPrompt) => orderId
const acceptUnlocked = batched<AcceptedPrompt, MovedOrder>({ atOnce: 2, most: 8, again: 2, id: byOrder, apart: byOrder }, (ctx, asked) =>
  accept(ctx, asked, 'skip'),
)

/**
 * The callback may have been faster than this reply: then the attempt is settled, the order has moved, and neither changes again. An attempt that was given up as lost stays
 * `unknown`, because another prompt may be open by now; but a job can ask the provider about it. An attempt that was replaced on its way changes nothing: the order follows its
 * current prompt. The join locks orders before their attempts. Where it may wait, an attempt whose order was deleted meanwhile keeps the provider's answer. Returns the order if it moved.
 */
function accept(ctx: SharedContext, asked: Asked<AcceptedPrompt>, locked: 'wait' | 'skip'): Promise<MovedOrder[]> {
  const onlyAfter = sql`
    with prompt as (
      select * from unnest(${arrayOf(asked, 'attemptId')}::uuid[], ${arrayOf(asked, 'orderId')}::uuid[], ${arrayOf(asked, 'checkoutRequestId')}::text[], ${arrayOf(asked, 'requestId')}::text[])
        as prompt (attempt_id, order_id, checkout_request_id, request_id) ${asManyAs(asked)}
    )
    update payment_attempts a set state = case a.state when 'created' then 'accepted' else a.state end, checkout_request_id = prompt.checkout_request_id,
      merchant_request_id = prompt.request_id, next_check_at = ${ctx.now} + make_interval(secs => ${nextQueryAfter(0)})
    from prompt ${locked === 'wait' ? sql`left join` : sql`join`} before on before.id = prompt.order_id
    where a.id = prompt.attempt_id and a.state in ('created', 'unknown') returning a.order_id, a.replaced_at is null as moves`
  return transitionOrders(ctx, asked, paymentMoves.promptSent, { locked, note: 'Prompt sent', onlyAfter })
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

/** The refusal of an order's newest prompt, where M-Pesa did not take it; with the reason, where the cause is temporary. */
export function promptProblem(payment: PaymentView | null): Problem | null {
  const code = problemCodeOf(payment?.result_code)
  if (code === null) return null
  return new Problem(code, code === 'prompt_failed' ? { reason: payment?.sentence ?? undefined } : {})
}
