import { sql } from 'drizzle-orm'
import { paymentMoves } from '#domain/order.ts'
import { type AttemptState, nextQueryAfter, resultOf } from '#domain/payment.ts'
import { sendPrompt } from '#features/checkout/send-prompt.ts'
import type { Context } from '#features/context.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { moveOrder } from '#features/orders/move-order.ts'
import { processCallback } from '#features/orders/receive-callback.ts'
import { type Settlement, sendToReview, settlePayment } from '#features/orders/settle-payment.ts'

/**
 * Looks at every attempt that is due: sends a prompt that never went out, gives up on a lost reply, asks M-Pesa about the rest on the schedule
 * of domain/payment.ts, and hands what stays open for a day to a person. Also processes callbacks that were stored but not acted on.
 * Two processes share the work: a row is taken by moving its due time. Answers how many it looked at.
 */
export async function checkPayments(ctx: Context): Promise<number> {
  const { rows: waiting } = await ctx.db.execute<{ id: string }>(
    sql`select id from callbacks where processed_at is null and received_at < now() - interval '5 seconds' order by id limit 50`,
  )
  for (const { id } of waiting) await processCallback(ctx, Number(id))

  const due = await takeDue(ctx)
  for (const attempt of due) {
    try {
      await look(ctx, attempt)
    } catch (error) {
      ctx.log.error({ attempt: attempt.id, error: String(error) }, 'payment check failed; it is due again soon')
    }
  }
  return waiting.length + due.length
}

interface DueAttempt extends Record<string, unknown> {
  id: string
  order_id: string | null
  state: AttemptState
  prompted: boolean
  checkout_request_id: string | null
  checks: number
}

/** Seconds after which a check that died half-way is due again. */
const lease = 60

async function takeDue(ctx: Context): Promise<DueAttempt[]> {
  const { rows } = await ctx.db.execute<DueAttempt>(sql`
    update payment_attempts set next_check_at = ${ctx.now} + make_interval(secs => ${lease})
    where id in (select id from payment_attempts where next_check_at <= ${ctx.now} order by next_check_at limit 20 for update skip locked)
    returning id, order_id, state, prompted_at is not null as prompted, checkout_request_id, checks`)
  return rows
}

async function look(ctx: Context, attempt: DueAttempt): Promise<void> {
  if (attempt.state === 'created' && !attempt.prompted) {
    if (!(await sendPrompt(ctx, attempt.id))) await closeUnsent(ctx, attempt)
    return
  }
  if (attempt.state === 'created') return giveUpOnReply(ctx, attempt)
  if (attempt.checkout_request_id === null) return closeForPerson(ctx, attempt, 'M-Pesa never told what became of this prompt')
  await askAbout(ctx, attempt.id, attempt.checkout_request_id, attempt.checks)
}

/** Asks M-Pesa about one prompt and records the answer, or when to ask next. */
export async function askAbout(ctx: Context, attemptId: string, checkoutRequestId: string, checks: number): Promise<Settlement> {
  const answer = await ctx.services.mpesa.queryPrompt(checkoutRequestId)
  if (answer.outcome === 'answered' && resultOf(answer.resultCode).outcome !== 'pending') {
    return settlePayment(ctx, attemptId, { ...answer, receipt: await receiptTold(ctx, attemptId), checkoutRequestId })
  }
  const seconds = nextQueryAfter(checks + 1)
  await ctx.db.execute(sql`
    update payment_attempts set checks = checks + 1, next_check_at = ${ctx.now} + make_interval(secs => ${seconds})
    where id = ${attemptId} and state <> 'paid'`)
  if (seconds === null) await sendToReview(ctx, attemptId, 'M-Pesa gave no outcome for a day')
  return 'pending'
}

/** The receipt of a callback that came without an amount, now that the query has confirmed the payment. */
async function receiptTold(ctx: Context, attemptId: string): Promise<string | null> {
  const { rows } = await ctx.db.execute<{ receipt: string | null }>(sql`
    select substring(body from '"MpesaReceiptNumber"\\s*,\\s*"Value"\\s*:\\s*"([A-Z0-9]{6,20})"') as receipt from callbacks where attempt_id = ${attemptId} order by id desc limit 1`)
  return rows[0]?.receipt ?? null
}

/** The order was closed before its prompt went out: nothing was sent, so nothing can come back. */
async function closeUnsent(ctx: Context, attempt: DueAttempt): Promise<void> {
  await ctx.db.execute(sql`
    update payment_attempts set state = 'failed', settled_at = ${ctx.now}, next_check_at = null, result_code = 'refused', result_desc = 'The order was closed before the prompt went out'
    where id = ${attempt.id} and state = 'created' and prompted_at is null`)
}

/** The process that sent this prompt died before it stored M-Pesa's reply: nobody knows, so nobody sends it again. */
async function giveUpOnReply(ctx: Context, attempt: DueAttempt): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockOrder(tx, attempt.order_id)
    const { rowCount } = await tx.execute(sql`
      update payment_attempts set state = 'unknown', result_desc = 'The reply was lost', next_check_at = created_at + interval '24 hours' where id = ${attempt.id} and state = 'created'`)
    if (rowCount && attempt.order_id) await moveOrder(tx, ctx, attempt.order_id, paymentMoves.promptSent, { note: 'Prompt sent, the reply was lost' })
  })
}

async function closeForPerson(ctx: Context, attempt: DueAttempt, reason: string): Promise<void> {
  await ctx.db.execute(sql`update payment_attempts set next_check_at = null where id = ${attempt.id}`)
  await sendToReview(ctx, attempt.id, reason)
}
