import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { withLogIds } from '#core/log-ids.ts'
import { type Cents, fromShillings } from '#domain/money.ts'
import { paymentMoves } from '#domain/order.ts'
import { type AttemptState, nextQueryAfter, providerRefusals } from '#domain/payment.ts'
import { sendPrompt } from '#features/orders/checkout/send-prompt.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { accountOf } from '#features/orders/mpesa-account/account-of.ts'
import { endOfHold, lostReply, queuePaymentReview, wrongAmount, wrongAmountReason } from '#features/orders/payments/payment-review-queue.ts'
import { retryCallbacks } from '#features/orders/payments/receive-callback.ts'
import { type Settlement, settlePayment } from '#features/orders/payments/settle-payment.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'
import type { PaymentOutcome } from '#services/payments/payment-provider.ts'

/**
 * Looks at every attempt that is due: sends a prompt that was never sent, gives up on a lost reply, asks the payment provider about the rest on the schedule of
 * domain/payment.ts, and puts attempts that stay open for a day into the review queue; a prompt whose reply was lost goes there when the hold of its order
 * ends. Before that, it acts on the callbacks that were stored but not acted on. Two processes share the work: a process takes a row by moving its due time.
 * Returns how many it looked at.
 */
export async function checkPayments(ctx: Context): Promise<number> {
  const retried = await inRounds((most) => retryCallbacks(ctx, most))
  return retried + (await inRounds((most) => checkDue(ctx, most)))
}

/**
 * Runs one round after the other while the rounds are full, so that a rush is not worked off drop by drop; but not for ever, because a process that shuts down
 * waits for it.
 */
async function inRounds(round: (most: number) => Promise<number>): Promise<number> {
  const end = performance.now() + roundsMs
  let all = 0
  for (let looked = roundSize; looked === roundSize && performance.now() < end; ) {
    looked = await round(roundSize)
    all += looked
  }
  return all
}
const roundSize = 10
const roundsMs = 10_000

async function checkDue(ctx: Context, most: number): Promise<number> {
  const due = await takeDue(ctx, most)
  // Side by side: even when every query times out, all are done before the lease is over.
  await Promise.all(
    due.map((attempt) =>
      withLogIds(attempt.order_id ? { order: attempt.order_id } : {}, () => alone(ctx, attempt.id, () => checkAttempt(ctx, attempt))),
    ),
  )
  return due.length
}

/** A failure of one attempt does not stop the others; the failed one is due again soon. */
async function alone(ctx: Context, attempt: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    ctx.log.error({ attempt, error }, 'payment check failed; it is due again soon')
  }
}

interface DueAttempt extends Record<string, unknown> {
  id: string
  order_id: string | null
  state: AttemptState
  prompted: boolean
  checkout_request_id: string | null
  checks: number
  account_id: string | null
}

/** Seconds after which a check that died half-way is due again. */
const lease = 60

async function takeDue(ctx: Context, most: number): Promise<DueAttempt[]> {
  const { rows } = await ctx.db.execute<DueAttempt>(sql`
    update payment_attempts set next_check_at = ${ctx.now} + make_interval(secs => ${lease})
    where id in (select id from payment_attempts where next_check_at <= ${ctx.now} order by next_check_at limit ${most} for update skip locked)
    returning id, order_id, state, prompted_at is not null as prompted, checkout_request_id, checks, account_id`)
  return rows
}

async function checkAttempt(ctx: Context, attempt: DueAttempt): Promise<void> {
  if (attempt.state === 'created' && !attempt.prompted) {
    if (!(await sendPrompt(ctx, attempt.id))) await closeUnsent(ctx, attempt)
    return
  }
  if (attempt.state === 'created') return giveUpOnReply(ctx, attempt)
  const { checkout_request_id } = attempt
  if (checkout_request_id === null) return queuePaymentReview(ctx, attempt.id, lostReply(ctx), { final: true })
  await queryPayment(ctx, { ...attempt, checkout_request_id })
}

/** A prompt that can be asked about: the provider's id of it, how often it was asked about, and its account. */
export interface AskedAttempt {
  id: string
  checkout_request_id: string
  checks: number
  account_id: string | null
}

/** Asks the payment provider about one prompt and records the answer, or when to ask next. */
export async function queryPayment(ctx: Context, attempt: AskedAttempt): Promise<Settlement> {
  const outcome = await askAndSettle(ctx, attempt)
  ctx.log.info({ attempt: attempt.id, outcome }, 'payment queried')
  return outcome
}

async function askAndSettle(
  ctx: Context,
  { id: attemptId, checkout_request_id: checkoutRequestId, checks, account_id }: AskedAttempt,
): Promise<Settlement> {
  const answer = await accountOf(ctx, account_id).provider.query(checkoutRequestId)
  if (answer.outcome === 'paid' || answer.outcome === 'failed') return settleAnswer(ctx, attemptId, checkoutRequestId, answer)
  const seconds = nextQueryAfter(checks + 1)
  // After an answer that no list has, another prompt may go out as after a lost reply; this one is asked about all the same.
  await ctx.db.execute(sql`
    update payment_attempts set state = case when state = 'accepted' and ${answer.outcome === 'unclear'} then 'unknown' else state end, checks = checks + 1, next_check_at = ${ctx.now} + make_interval(secs => ${seconds})
    where id = ${attemptId} and state <> 'paid'`)
  if (seconds === null) await queuePaymentReview(ctx, attemptId, `${ctx.services.payments.name} gave no outcome for a day`)
  return 'pending'
}

async function settleAnswer(ctx: Context, attemptId: string, checkoutRequestId: string, answer: PaymentOutcome): Promise<Settlement> {
  const callbacks = await callbacksOf(ctx, attemptId)
  // An answer that names no amount cannot clear up a callback that named another one.
  if (answer.outcome === 'paid' && callbacks.some(({ outcome }) => outcome === wrongAmount)) return 'review'
  if (answer.outcome === 'paid' && answer.amount !== null && answer.amount !== (await amountOf(ctx, attemptId))) {
    // Kept like a callback: it claims money, so neither a later failure nor an answer without an amount settles the attempt.
    await ctx.db.transaction(async (tx) => {
      await tx.execute(sql`
        insert into callbacks (attempt_id, body, received_at, processed_at, outcome)
        values (${attemptId}, ${JSON.stringify(answer)}, ${ctx.now}, ${ctx.now}, ${wrongAmount})`)
      await queuePaymentReview({ ...ctx, db: tx }, attemptId, wrongAmountReason(ctx.services.payments, answer.amount), { final: true })
    })
    return 'review'
  }
  return settlePayment(ctx, attemptId, { ...answer, receipt: answer.receipt ?? receiptIn(ctx, callbacks) }, checkoutRequestId)
}

async function amountOf(ctx: Context, attemptId: string): Promise<Cents | null> {
  const { rows } = await ctx.db.execute<{ amount: string }>(sql`select amount from payment_attempts where id = ${attemptId}`)
  return rows[0] ? fromShillings(rows[0].amount) : null
}

async function callbacksOf(ctx: Context, attemptId: string): Promise<{ body: string; outcome: string | null }[]> {
  const { rows } = await ctx.db.execute<{ body: string; outcome: string | null }>(
    sql`select body, outcome from callbacks where attempt_id = ${attemptId} order by id limit 20`,
  )
  return rows
}

/** The receipt of a callback that came without an amount, now that the query has confirmed the payment. */
function receiptIn({ services }: Context, callbacks: { body: string }[]): string | null {
  const results = callbacks.map(({ body }) => services.payments.readCallback(body)?.result)
  return results.find((result) => result?.outcome === 'paid' && result.receipt)?.receipt ?? null
}

/** The order was closed before its prompt went out: nothing was sent, so nothing can come back. */
async function closeUnsent(ctx: Context, attempt: DueAttempt): Promise<void> {
  await ctx.db.execute(sql`
    update payment_attempts set state = 'failed', settled_at = ${ctx.now}, next_check_at = null, result_code = ${providerRefusals.forGood.code}, result_desc = 'The order was closed before the prompt went out'
    where id = ${attempt.id} and state = 'created' and prompted_at is null`)
}

/**
 * The process that sent this prompt died before it stored the reply: the shop does not know whether the prompt was sent, so it does not send it again. If the
 * shop was away for longer than the hold, the attempt goes into the review queue at once.
 */
async function giveUpOnReply(ctx: Context, attempt: DueAttempt): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockOrder(tx, attempt.order_id)
    const { rows } = await tx.execute<{ for_a_person: boolean; is_current: boolean }>(sql`
      update payment_attempts set state = 'unknown', result_desc = 'The reply was lost',
        next_check_at = case when checkout_request_id is null then ${endOfHold(ctx)} else ${ctx.now} end
      where id = ${attempt.id} and state = 'created' returning checkout_request_id is null and next_check_at <= ${ctx.now} as for_a_person,
        replaced_at is null as is_current`)
    const [lost] = rows
    if (lost?.is_current && attempt.order_id)
      await transitionOrder(tx, ctx, attempt.order_id, paymentMoves.promptSent, { note: 'Prompt sent, the reply was lost' })
    if (lost?.for_a_person) await queuePaymentReview({ ...ctx, db: tx }, attempt.id, lostReply(ctx), { final: true })
  })
}
