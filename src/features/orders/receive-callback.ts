import { sql } from 'drizzle-orm'
import { type Cents, fromShillings, toShillings } from '#domain/money.ts'
import { nextTryAfter, resultOf } from '#domain/payment.ts'
import { Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { askSoon, noAmount, sendToReview, wrongAmount } from '#features/orders/send-to-review.ts'
import { settlePayment } from '#features/orders/settle-payment.ts'
import { throughPassingTrouble } from '#features/passing-trouble.ts'
import { callbackAnswer, readCallback } from '#services/mpesa/callback.ts'

/** What M-Pesa is answered, whatever it sent. */
export const answerToCallback = callbackAnswer

/**
 * A callback of M-Pesa: the secret in its path is checked, the raw body is stored, and only then is it read (daraja §4).
 * Anything that cannot be processed now is processed by a job; the caller gets its answer either way. Problem `not_found` for a wrong secret.
 */
export async function receiveCallback(ctx: Context, attemptId: string, secret: string, body: string): Promise<void> {
  const { secrets } = ctx.services
  if (!isUuid(attemptId) || !secrets.matches(secrets.callbackSecret(attemptId), secret)) throw new Problem('not_found')
  const id = await store(ctx, attemptId, body)
  try {
    await processCallback(ctx, id)
  } catch (error) {
    ctx.log.error({ attempt: attemptId, error }, 'callback kept for later')
  }
}

/** M-Pesa tells once (daraja §4): when the database is away, or another transaction keeps the attempt for longer than a statement waits, this waits too. */
async function store(ctx: Context, attemptId: string, body: string): Promise<number> {
  return throughPassingTrouble(async () => {
    const { rows } = await ctx.db.execute<{ id: string }>(sql`
      insert into callbacks (attempt_id, body, received_at, next_try_at)
      values ((select id from payment_attempts where id = ${attemptId}), ${kept(body)}, ${ctx.now}, ${ctx.now} + make_interval(secs => ${nextTryAfter(0)}))
      returning id`)
    return Number(rows[0]?.id)
  })
}

/** Bytes of a body that are stored (promises §4C). */
const longestBody = 16_384

/** What PostgreSQL takes of a body: no NUL, and never more than it has room for. */
function kept(body: string): string {
  const bytes = Buffer.from(body.replaceAll('\u0000', ''))
  // A letter that is cut in half becomes a replacement character, which is up to two bytes longer.
  return bytes.length <= longestBody ? bytes.toString() : bytes.subarray(0, longestBody - 2).toString()
}

/** Acts on one stored callback, once and in one transaction with its mark; whoever comes second leaves it alone. */
export async function processCallback(ctx: Context, id: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ body: string; attempt_id: string | null; amount: string | null }>(sql`
      select c.body, c.attempt_id, a.amount from callbacks c left join payment_attempts a on a.id = c.attempt_id
      where c.id = ${id} and c.processed_at is null for update of c skip locked`)
    const row = rows[0]
    if (!row) return
    const outcome = row.attempt_id === null ? 'unknown attempt' : await act({ ...ctx, db: tx }, row.attempt_id, row.body, row.amount as string)
    await tx.execute(sql`update callbacks set processed_at = ${ctx.now}, outcome = ${outcome} where id = ${id}`)
  })
}

async function act(ctx: Context, attemptId: string, body: string, amount: string): Promise<string> {
  const callback = readCallback(body)
  if (!callback) {
    await sendToReview(ctx, attemptId, 'The callback could not be read')
    return 'unreadable'
  }
  const { outcome } = resultOf(callback.resultCode)
  if (outcome === 'paid' && callback.amount === null) {
    // Every item of a callback is optional: without the amount it proves too little, so M-Pesa is asked.
    await sendToReview(ctx, attemptId, 'The callback names no amount')
    await askSoon(ctx, attemptId, callback.checkoutRequestId)
    return noAmount
  }
  if (outcome === 'paid' && callback.amount !== fromShillings(amount)) {
    await sendToReview(ctx, attemptId, `M-Pesa names KSh ${toShillings(callback.amount as Cents)}, not the amount of the order`, { final: true })
    return wrongAmount
  }
  if (outcome === 'pending') {
    await askSoon(ctx, attemptId, callback.checkoutRequestId)
    return outcome
  }
  return settlePayment(ctx, attemptId, callback)
}
