import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { retryTransient } from '#core/retry-transient.ts'
import { nextTryAfter } from '#domain/payment.ts'

/** The subject of a callback: a prompt, or a payout and the kind of callback. */
type About = { attemptId: string } | { payoutId: string; kind: 'payout_result' | 'payout_timeout' | 'payout_status' }

export interface StoredCallback {
  id: number
  /** The order of its attempt. */
  orderId: string | null
  /** The account that its attempt was begun with. */
  accountId: string | null
  /** The body as it was stored. */
  text: string
}

/**
 * Stores a raw body and answers what was stored. M-Pesa calls once (daraja §4): when the database is away, or another transaction keeps the row for longer than a
 * statement waits, this waits too.
 */
export async function storeCallback(ctx: Context, about: About, body: string): Promise<StoredCallback> {
  const attemptId = 'attemptId' in about ? about.attemptId : null
  const { payoutId, kind } = 'payoutId' in about ? about : { payoutId: null, kind: 'payment' }
  const text = storable(body)
  return retryTransient(async () => {
    const { rows } = await ctx.db.execute<{ id: string; order_id: string | null; account_id: string | null }>(sql`
      insert into callbacks (attempt_id, payout_id, kind, body, received_at, next_try_at)
      values ((select id from payment_attempts where id = ${attemptId}::uuid), (select id from affiliate_payouts where id = ${payoutId}::uuid), ${kind}, ${text},
        ${ctx.now}, ${ctx.now} + make_interval(secs => ${nextTryAfter(0)}))
      returning id, (select a.order_id from payment_attempts a where a.id = callbacks.attempt_id) as order_id,
        (select a.account_id from payment_attempts a where a.id = callbacks.attempt_id) as account_id`)
    return { id: Number(rows[0]?.id), orderId: rows[0]?.order_id ?? null, accountId: rows[0]?.account_id ?? null, text }
  })
}

/** Bytes of a body that are stored (promises §4C). */
const longestBody = 16_384

/** The part of a body that is stored, which is what PostgreSQL takes: no NUL, and never more than it has room for. */
function storable(body: string): string {
  const bytes = Buffer.from(body.replaceAll('\u0000', ''))
  // A character that is cut in half becomes a replacement character, which is up to two bytes longer.
  return bytes.length <= longestBody ? bytes.toString() : bytes.subarray(0, longestBody - 2).toString()
}
