import { sql } from 'drizzle-orm'
import { fromShillings } from '#domain/money.ts'
import { resultOf } from '#domain/payment.ts'
import { Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { sendToReview, settlePayment } from '#features/orders/settle-payment.ts'
import { readCallback } from '#services/mpesa/callback.ts'

/**
 * A callback of M-Pesa: the secret in its path is checked, the raw body is stored, and only then is it read (daraja §4).
 * Anything that cannot be processed now is processed by a job; the caller gets its answer either way. Problem `not_found` for a wrong secret.
 */
export async function receiveCallback(ctx: Context, attemptId: string, secret: string, body: string): Promise<void> {
  const { secrets } = ctx.services
  if (!isUuid(attemptId) || !secrets.matches(secrets.callbackSecret(attemptId), secret)) throw new Problem('not_found')
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    insert into callbacks (attempt_id, body) values ((select id from payment_attempts where id = ${attemptId}), ${body.replaceAll('\u0000', '')}) returning id`)
  try {
    await processCallback(ctx, Number(rows[0]?.id))
  } catch (error) {
    ctx.log.error({ attempt: attemptId, error: String(error) }, 'callback kept for later')
  }
}

/** Acts on one stored callback, once; a second call finds it processed. */
export async function processCallback(ctx: Context, id: number): Promise<void> {
  const { rows } = await ctx.db.execute<{ body: string; attempt_id: string | null; amount: string | null }>(sql`
    select c.body, c.attempt_id, a.amount from callbacks c left join payment_attempts a on a.id = c.attempt_id where c.id = ${id} and c.processed_at is null`)
  const row = rows[0]
  if (!row) return
  const outcome = row.attempt_id === null ? 'unknown attempt' : await act(ctx, row.attempt_id, row.body, row.amount as string)
  await ctx.db.execute(sql`update callbacks set processed_at = now(), outcome = ${outcome} where id = ${id}`)
}

async function act(ctx: Context, attemptId: string, body: string, amount: string): Promise<string> {
  const callback = readCallback(body)
  if (!callback) {
    await sendToReview(ctx, attemptId, 'The callback could not be read')
    return 'unreadable'
  }
  if (resultOf(callback.resultCode).outcome === 'paid') {
    if (callback.amount === null) {
      // Every item of a callback is optional: without the amount it proves too little, so M-Pesa is asked at once.
      await sendToReview(ctx, attemptId, 'The callback names no amount')
      await ctx.db.execute(
        sql`update payment_attempts set next_check_at = ${ctx.now} where id = ${attemptId} and state in ('created', 'accepted', 'unknown', 'failed')`,
      )
      return 'no amount'
    }
    if (callback.amount !== fromShillings(amount)) {
      await sendToReview(ctx, attemptId, `M-Pesa was paid KSh ${callback.amount / 100}, not the amount of the order`)
      return 'wrong amount'
    }
  }
  return settlePayment(ctx, attemptId, callback)
}
