import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { noteOrder, withLogIds } from '#core/log-ids.ts'
import { isUuid } from '#core/page-of.ts'
import { retryTransient } from '#core/transactions.ts'
import type { Database } from '#db/client.ts'
import { fromShillings } from '#domain/money.ts'
import { nextCallbackTryAfter } from '#domain/payment.ts'
import { Problem } from '#domain/problem.ts'
import { createSlots, type Slots } from '#domain/slots.ts'
import { accountOf } from '#features/orders/mpesa-account/account-of.ts'
import { keepLostPayment } from '#features/orders/payments/find-lost-payments.ts'
import { payAtOnce } from '#features/orders/payments/pay-at-once.ts'
import {
  givenUp,
  noAmount,
  queuePaymentReview,
  schedulePaymentQuery,
  wrongAmount,
  wrongAmountReason,
} from '#features/orders/payments/payment-review-queue.ts'
import { settlePayment } from '#features/orders/payments/settle-payment.ts'
import type { PaymentProvider } from '#services/payments/payment-provider.ts'

declare module '#core/context.ts' {
  interface Effects {
    /** A stored callback is about a payout. Returns the outcome for the row of `callbacks`. */
    payoutCalledBack(ctx: Context, payments: PaymentProvider, payoutId: string, kind: string, body: string): Promise<string>
  }
}

/**
 * A callback of the payment provider: the shop checks the secret in its path, stores the raw body, and only then reads it (daraja §4). A job processes a
 * callback that cannot be processed now; the caller gets its answer either way. Problem `not_found` for a wrong secret.
 */
export async function receiveCallback(ctx: Context, attemptId: string, secret: string, body: string): Promise<void> {
  const { secrets } = ctx.services
  if (!isUuid(attemptId) || !secrets.proves(secret, (each) => each.callbackSecret(attemptId))) throw new Problem('not_found')
  const stored = await storeCallback(ctx, { attemptId }, body)
  noteOrder(stored.orderId)
  ctx.log.info({ attempt: attemptId, callback: stored.id }, 'callback stored')
  try {
    if (await payAtOnce(ctx, attemptId, stored)) logSettled(ctx, stored.id, 'paid')
    else await slotsOf(ctx.db).take(() => processCallback(ctx, stored.id))
  } catch (error) {
    ctx.log.error({ attempt: attemptId, error }, 'callback kept for later')
  }
}

/**
 * Callbacks that are decided step by step at once: with the one batch of `payAtOnce` fewer than the four connections that callbacks have (db/client.ts), so that a
 * crowd of payments cannot keep the next callback from being stored, for which M-Pesa calls once. One too many waits for the job.
 */
function slotsOf(db: Database): Slots {
  const slots = slotsByDatabase.get(db) ?? createSlots(2, 1_000)
  slotsByDatabase.set(db, slots)
  return slots
}
const slotsByDatabase = new WeakMap<Database, Slots>()

/** Acts on one stored callback, of a payment or a payout, once and in one transaction with its mark; the second process to try leaves it alone. */
export async function processCallback(ctx: Context, id: number): Promise<void> {
  const outcome = await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<CallbackRow>(sql`
      select c.body, c.attempt_id, c.payout_id, c.kind, a.amount, a.order_id,
        coalesce(a.account_id, (select p.account_id from affiliate_payouts p where p.id = c.payout_id)) as account_id from callbacks c left join payment_attempts a on a.id = c.attempt_id
      where c.id = ${id} and c.processed_at is null for update of c skip locked`)
    const row = rows[0]
    if (!row) return null
    noteOrder(row.order_id)
    const outcome = await actOnCallback({ ...ctx, db: tx }, row)
    await tx.execute(sql`update callbacks set processed_at = ${ctx.now}, outcome = ${outcome} where id = ${id}`)
    return outcome
  })
  if (outcome !== null) logSettled(ctx, id, outcome)
}

function logSettled(ctx: Context, callback: number, outcome: string) {
  ctx.log.info({ callback, outcome }, 'callback settled')
}

interface CallbackRow extends Record<string, unknown> {
  body: string
  kind: string
  attempt_id: string | null
  amount: string | null
  order_id: string | null
  payout_id: string | null
  account_id: string | null
}

function actOnCallback(ctx: Context, { body, kind, attempt_id, amount, payout_id, account_id }: CallbackRow): Promise<string> | string {
  const { provider } = accountOf(ctx, account_id)
  if (payout_id !== null) return ctx.services.effects.payoutCalledBack(ctx, provider, payout_id, kind, body)
  return attempt_id === null ? actOnLostAttempt(ctx, body) : actOnPaymentCallback(ctx, provider, attempt_id, body, amount as string)
}

/** Its address proves that the shop made this attempt, and the shop has forgotten it: it was restored from an older copy since. */
async function actOnLostAttempt(ctx: Context, body: string): Promise<string> {
  const callback = ctx.services.payments.readCallback(body)
  if (callback?.result.outcome !== 'paid') return 'unknown attempt'
  const { receipt, amount } = callback.result
  return keepLostPayment(ctx, { receipt, amount, phone: callback.phone, maskedPhone: null, reference: '' })
}

async function actOnPaymentCallback(ctx: Context, payments: PaymentProvider, attemptId: string, body: string, amount: string): Promise<string> {
  const callback = payments.readCallback(body)
  if (!callback) {
    await queuePaymentReview(ctx, attemptId, 'The callback could not be read')
    return 'unreadable'
  }
  const { externalId, result } = callback
  if (result.outcome === 'paid' && result.amount === null) {
    // Without the amount it proves too little, so the provider is asked.
    await queuePaymentReview(ctx, attemptId, 'The callback names no amount')
    await schedulePaymentQuery(ctx, attemptId, externalId)
    return noAmount
  }
  if (result.outcome === 'paid' && result.amount !== fromShillings(amount)) {
    await queuePaymentReview(ctx, attemptId, wrongAmountReason(payments, result.amount), { final: true })
    return wrongAmount
  }
  if (result.outcome === 'pending' || result.outcome === 'unclear') {
    await schedulePaymentQuery(ctx, attemptId, externalId)
    return 'pending'
  }
  return settlePayment(ctx, attemptId, result, externalId)
}

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
 * Stores a raw body and returns what was stored. M-Pesa calls once (daraja §4): when the database is away, or another transaction keeps the row for longer than a
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
        ${ctx.now}, ${ctx.now} + make_interval(secs => ${nextCallbackTryAfter(0)}))
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

declare module '#core/context.ts' {
  interface Effects {
    /** A callback about a payout could not be processed: a person looks. */
    payoutCallbackGivenUp(ctx: Context, payoutId: string, reason: string): Promise<void>
  }
}

/**
 * Processes stored callbacks that are not acted on yet, those first that have waited longest. One that cannot be processed waits longer each time, so that it
 * does not delay the others, and ends in the review queue. Returns how many it tried, at most `most`.
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
    update callbacks set tries = tries + 1, next_try_at = ${ctx.now} + make_interval(secs => ${nextCallbackTryAfter(tries + 1) ?? lease})
    where id = ${id} and tries = ${tries} and processed_at is null`)
  return rowCount === 1
}

/** Seconds after which a last try that died half-way is made once more. */
const lease = 60

async function retry(ctx: Context, callback: WaitingCallback): Promise<void> {
  const { id, attempt_id, payout_id, tries } = callback
  // The process that made the last try died over it.
  if (nextCallbackTryAfter(tries) === null) return giveUp(ctx, callback)
  try {
    await processCallback(ctx, Number(id))
  } catch (error) {
    const isLast = nextCallbackTryAfter(tries + 1) === null
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
