import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { withLogIds } from '#core/log-ids.ts'
import { nextTryAfter } from '#domain/payment.ts'
import { givenUp, queuePaymentReview } from '#features/orders/payments/payment-review-queue.ts'
import { processCallback } from '#features/orders/payments/receive-callback.ts'

declare module '#core/context.ts' {
  interface Effects {
    /** A callback about a payout could not be processed: a person looks. */
    payoutCallbackGivenUp(ctx: Context, payoutId: string, reason: string): Promise<void>
  }
}

/**
 * Processes stored callbacks that are not acted on yet, those first that have waited longest. One that cannot be processed waits longer each time, so that it
 * does not delay the others, and ends in the review queue. Answers how many it tried, at most `most`.
 */
export async function retryCallbacks(ctx: Context, most: number): Promise<number> {
  const { rows } = await ctx.db.execute<WaitingCallback>(sql`
    select id, attempt_id, payout_id, tries from callbacks where processed_at is null and next_try_at <= ${ctx.now} order by next_try_at limit ${most}`)
  for (const callback of rows) {
    // A try that another process claimed in the meantime is left to it.
    // With ids of its own, so that the order of one is not named in the lines of the next.
    if (await claimTry(ctx, callback)) await withLogIds({}, () => retry(ctx, callback))
  }
  return rows.length
}

interface WaitingCallback extends Record<string, unknown> {
  id: string
  attempt_id: string | null
  payout_id: string | null
  tries: number
}

/** Counted before it is tried: so a callback that crashes the process is given up as well. */
async function claimTry(ctx: Context, { id, tries }: WaitingCallback): Promise<boolean> {
  const { rowCount } = await ctx.db.execute(sql`
    update callbacks set tries = tries + 1, next_try_at = ${ctx.now} + make_interval(secs => ${nextTryAfter(tries + 1) ?? lease})
    where id = ${id} and tries = ${tries} and processed_at is null`)
  return rowCount === 1
}

/** Seconds after which a last try that died half-way is made once more. */
const lease = 60

async function retry(ctx: Context, callback: WaitingCallback): Promise<void> {
  const { id, attempt_id, payout_id, tries } = callback
  // The process that made the last try died over it.
  if (nextTryAfter(tries) === null) return giveUp(ctx, callback)
  try {
    await processCallback(ctx, Number(id))
  } catch (error) {
    const isLast = nextTryAfter(tries + 1) === null
    ctx.log.error(
      { attempt: attempt_id, payout: payout_id, callback: id, tries: tries + 1, error },
      isLast ? 'callback given up: a person looks' : 'callback tried in vain',
    )
    if (isLast) await giveUp(ctx, callback)
  }
}

/** Gives up the callback, not the payment: the shop still asks the provider, and acts on the answer. */
async function giveUp(ctx: Context, { id, attempt_id, payout_id }: WaitingCallback): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    const reason = `A callback of ${ctx.services.payments.name} could not be processed`
    if (attempt_id) await queuePaymentReview(inside, attempt_id, reason)
    if (payout_id) await ctx.services.effects.payoutCallbackGivenUp(inside, payout_id, reason)
    await tx.execute(sql`update callbacks set processed_at = ${ctx.now}, outcome = ${givenUp} where id = ${id} and processed_at is null`)
  })
}
