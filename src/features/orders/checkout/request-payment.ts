import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { parseInput, shillings, statedShillings } from '#core/input.ts'
import { writeAudit } from '#core/write-audit.ts'
import { violates } from '#db/errors.ts'
import { fromShillings, toShillings } from '#domain/money.ts'
import { isUnpaid } from '#domain/order.ts'
import type { OrderView } from '#domain/order-view.ts'
import { maxPrompts, nextPrompt, promptLimits, providerRefusals, type SentPrompt, unsentPromptSeconds } from '#domain/payment.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { type OrderOutcome, orderIds, outcomesOf } from '#features/orders/change-status.ts'
import { phoneInput } from '#features/orders/checkout/order-input.ts'
import { consumeOrderLimits, type PromptCounts, promptCounts, refusePromptLimit } from '#features/orders/checkout/order-limits.ts'
import { promptProblem, sendPrompt } from '#features/orders/checkout/send-prompt.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { type LockedOrder, lockOrder } from '#features/orders/lock-order.ts'
import { findDraft, type OrderDraft, withDraftKey } from '#features/orders/order-draft.ts'
import { writeCorrectionNotice } from '#features/orders/order-notices.ts'
import { findOrder, readOrder, rightTo } from '#features/orders/read-order.ts'

export const paymentInput = z.object({
  /** Another number than the order's own. */
  phone: phoneInput.optional(),
  /** The number of the last prompt was mistyped: if it was the order's own, this one replaces it. */
  wrong_number: z.boolean().optional(),
  /** KSh; only compared: the stored total is charged. */
  amount: shillings.optional(),
})

/**
 * Sends the prompt of an order: the one that is still waiting to go out, a new one after a failure ("Send the prompt again", "Use another number"), or one to
 * another number, which replaces an open one ("Wrong number? Change it"): twice at most, and within the limits of prompts and of orders. That also corrects the
 * order's own number, unless the visitor came by a short link: the link was sent to that phone, so its number is right.
 */
export async function requestPayment(ctx: Context, orderId: string, sent: unknown): Promise<OrderView> {
  const input = parseInput(paymentInput, sent)
  const order = await readOrder(ctx, orderId)
  const mayCorrect = rightTo(ctx, order) !== 'link'
  if (input.amount !== undefined && fromShillings(input.amount) !== fromShillings(order.total_amount)) throw new Problem('wrong_amount')

  const phone = input.phone ?? order.payment?.phone ?? order.customer_phone
  // An order that waits for no payment is refused below, and does not count towards the limit.
  if (order.payment && phone !== order.payment.phone && isUnpaid(order.status)) await consumeOrderLimits(ctx, phone, `${order.id} ${phone}`)
  const prompt = { phone, mayCorrect, isCorrection: input.wrong_number === true }
  await sendPrompt(ctx, await ctx.db.transaction((tx) => attemptFor({ ...ctx, db: tx }, orderId, prompt)))

  const fresh = await getOrder(ctx, orderId)
  const refusal = promptProblem(fresh.payment)
  if (refusal) throw refusal
  // Another number replaced this one at the same moment.
  if (isUnpaid(fresh.status) && fresh.payment?.phone !== phone) throw new Problem('prompt_open')
  return fresh
}

/**
 * The attempt to send: the one written with the order that has not gone out yet, or a new one. Under the order's lock: a simultaneous payment or prompt either
 * waits, or came first and counts.
 */
async function attemptFor(
  ctx: Context,
  orderId: string,
  { phone, mayCorrect, isCorrection }: { phone: string; mayCorrect: boolean; isCorrection: boolean },
): Promise<string> {
  const order = await lockOrder(ctx.db, orderId)
  if (!order) throw new Problem('order_not_found')
  const { rows } = await ctx.db.execute<Facts>(sql`
    select extract(epoch from ${ctx.now}) * 1000 as now, extract(epoch from o.hold_expires_at) * 1000 as hold_expires_at,
      (select coalesce(json_agg(json_build_object('id', a.id, 'phone', a.phone, 'state', a.state, 'createdAt', extract(epoch from a.created_at) * 1000,
          'replaced', a.replaced_at is not null) order by a.created_at), '[]') from payment_attempts a where a.order_id = o.id) as attempts,
      (select a.id from payment_attempts a where a.order_id = o.id and a.phone = ${phone} and a.state = 'created' and a.prompted_at is null) as waiting,
      ${promptCounts(ctx, { phone: sql`${phone}`, orderId })} as prompts
    from orders o where o.id = ${orderId}`)
  const facts = rows[0] as Facts
  const now = Number(facts.now)
  if (order.isPaid) throw new Problem('already_paid')
  if (order.status === 'buyer_not_paid' || (isUnpaid(order.status) && Number(facts.hold_expires_at) <= now)) throw new Problem('hold_over')
  if (!isUnpaid(order.status) || order.isDiscarded) throw new Problem('order_closed')
  if (facts.waiting) return facts.waiting
  const next = nextPrompt(facts.attempts, phone, now)
  if ('refusal' in next) {
    const { code, retryAt } = next.refusal
    throw new Problem(code, retryAt ? { retryAfter: Math.ceil((retryAt - now) / 1000) } : {})
  }
  refusePromptLimit(facts.prompts)
  if (next.replaces) await replacePrompt(ctx, orderId, next.replaces)
  const attempt = await newAttempt(ctx, order, phone)
  // After the new attempt, which locks its phone: so does a new order, before it locks the customer's row.
  const wrong = facts.attempts.find(({ id }) => id === next.replaces) ?? (isCorrection && facts.attempts.findLast(({ replaced }) => !replaced))
  if (wrong && mayCorrect) await correctNumber(ctx, orderId, { wrong: wrong.phone, right: phone })
  return attempt
}

async function newAttempt(ctx: Context, order: LockedOrder, phone: string): Promise<string> {
  const id = randomUUID()
  try {
    await ctx.db.execute(sql`
      insert into payment_attempts (id, order_id, phone, amount, next_check_at, created_at)
      values (${id}, ${order.id}, ${phone}, ${toShillings(order.total)}, ${ctx.now} + make_interval(secs => ${unsentPromptSeconds}), ${ctx.now})`)
  } catch (error) {
    // A simultaneous order for the same phone took the phone's last prompt.
    if (violates(error, 'payment_attempts_prompt_limit')) refusePromptLimit({ tenMinutes: promptLimits.perTenMinutes, hour: 0 })
    throw error
  }
  return id
}

interface Facts extends Record<string, unknown> {
  now: string
  hold_expires_at: string
  attempts: SentPrompt[]
  waiting: string | null
  prompts: PromptCounts
}

/**
 * The prompt to another number replaces an order's open one. The old prompt stays payable, because nothing takes it off a phone: the first payment counts, and
 * any later one is refunded (docs/decisions/0009). An old prompt that has not gone out is never sent. Runs in the transaction that holds the order and writes
 * the new prompt.
 */
async function replacePrompt(ctx: Context, orderId: string, attemptId: string): Promise<void> {
  const isUnsent = sql`state = 'created' and prompted_at is null`
  const { rowCount } = await ctx.db.execute(sql`
    update payment_attempts set replaced_at = ${ctx.now},
      replacement = (select count(*) + 1 from payment_attempts r where r.order_id = ${orderId} and r.replaced_at is not null),
      state = case when ${isUnsent} then 'failed' else state end, settled_at = case when ${isUnsent} then ${ctx.now} else settled_at end,
      next_check_at = case when ${isUnsent} then null else next_check_at end,
      result_code = case when ${isUnsent} then ${providerRefusals.forGood.code} else result_code end,
      result_desc = case when ${isUnsent} then 'Another number took its place before it went out' else result_desc end
    where id = ${attemptId} and replaced_at is null and state in ('created', 'accepted', 'unknown')`)
  if (rowCount === 0) throw new Problem('prompt_open')
}

/**
 * Where the mistyped number was the order's own, the right number replaces it there too and gets all further messages, with the order's link even if the wrong
 * number has already received it. The wrong number gets no more messages, and its link opens nothing.
 */
async function correctNumber(ctx: Context, orderId: string, { wrong, right }: { wrong: string; right: string }): Promise<void> {
  const { rowCount } = await ctx.db.execute(sql`
    update orders set customer_phone = ${right}, phone_changes = phone_changes + 1
    where id = ${orderId} and customer_phone = ${wrong} and customer_phone <> ${right} and anonymised_at is null`)
  if (rowCount === 0) return
  await writeCorrectionNotice(ctx, orderId)
  if (!may(ctx.actor, 'see_orders')) return
  const change = { before: { customer_phone: wrong }, after: { customer_phone: right } }
  await writeAudit(ctx.db, ctx, { action: 'order number changed', table: 'orders', id: orderId, ...change })
}

export const promptInput = z.object({
  amount: statedShillings.meta({ description: 'KSh; the total of the order, which is what is charged', example: 4500 }),
  phone: phoneInput.meta({ description: 'The M-Pesa number that shall ring', example: '+254712345678' }),
  reference: z.string('Enter the id of the order.').meta({ description: 'The id of the order', format: 'uuid' }),
})

/**
 * The function mpesa-stk-push (spec §7). Place Order has already sent the first prompt. A second request for the same phone while that prompt is open answers
 * its id instead of ringing twice; a request for another phone replaces the prompt (`requestPayment`). Problems: bad_input, no_items (a draft whose lines have
 * not come), prompt_unclear (M-Pesa's reply was lost: the order waits for its callback), and those of `requestPayment`.
 */
export async function promptOrder(ctx: Context, sent: unknown): Promise<{ checkoutRequestId: string }> {
  const { amount, phone, reference } = parseInput(promptInput, sent)
  const held = await withDraftKey(ctx, reference)
  const [order, draft] = [await findOrder(held, reference), await findDraft(held, reference)]
  if (!order) throw new Problem(draft?.isDiscarded === false ? 'no_items' : 'order_not_found')
  if (fromShillings(amount) !== fromShillings(order.total_amount) && !isStatedTotal(amount, draft)) throw new Problem('wrong_amount')
  const { payment } = order
  if (order.discarded_at === null && payment?.state === 'accepted' && payment.phone === phone) return known(order.checkout_request_id)
  await requestPayment(held, order.id, { phone })
  return known(await newestRequest(ctx, order.id))
}

/** A client must not count a prompt as sent without its id, as it may be on the phone or not. */
function known(checkoutRequestId: string | null): { checkoutRequestId: string } {
  if (checkoutRequestId === null) throw new Problem('prompt_unclear')
  return { checkoutRequestId }
}

/**
 * Whether this is the total that the client sent with its draft, whose lines were found right: a client of the specification need not round each pair to a
 * whole shilling, as M-Pesa does.
 */
function isStatedTotal(amount: number, draft: OrderDraft | null): boolean {
  return draft?.input.total_amount !== undefined && Math.abs(amount - draft.input.total_amount) < 1
}

async function newestRequest(ctx: Context, orderId: string): Promise<string | null> {
  const { rows } = await ctx.db.execute<{ checkout_request_id: string | null }>(
    sql`select checkout_request_id from payment_attempts where order_id = ${orderId} order by replaced_at is not null, created_at desc limit 1`,
  )
  return rows[0]?.checkout_request_id ?? null
}

const promptsInput = z.object({ ids: orderIds.refine((ids) => ids.length <= maxPrompts, `At most ${maxPrompts} at once.`) })

/** Prompts on their way to M-Pesa at once: fifty orders take seconds then, and not a minute. */
const atOnce = 5

/**
 * "Send the prompt again" for several unpaid orders whose pairs are held, to the phone of each one's last prompt and within the limits of the buyer's own button
 * (request-payment.ts). Refusals of one order are those of `requestPayment`.
 */
export async function sendPromptsAgain(ctx: Context, sent: unknown): Promise<OrderOutcome[]> {
  requirePermission(ctx, 'take_payments')
  requireUser(ctx)
  const { ids } = parseInput(promptsInput, sent)
  return outcomesOf(ids, (id) => promptOne(ctx, id), atOnce)
}

async function promptOne(ctx: Context, id: string) {
  const { status, short_code } = await requestPayment(ctx, id, {})
  await writeAudit(ctx.db, ctx, { action: 'prompt sent again', table: 'orders', id })
  return { status, short_code }
}
