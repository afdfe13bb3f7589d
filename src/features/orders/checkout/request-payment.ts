import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput, shillings } from '#core/input.ts'
import { violates } from '#db/errors.ts'
import { fromShillings, toShillings } from '#domain/money.ts'
import { isUnpaid } from '#domain/order.ts'
import type { OrderView } from '#domain/order-view.ts'
import { nextPrompt, promptLimits, type SentPrompt, unsentPromptSeconds } from '#domain/payment.ts'
import { Problem } from '#domain/problem.ts'
import { phoneInput } from '#features/orders/checkout/order-input.ts'
import { consumeOrderLimits } from '#features/orders/checkout/order-rate-limit.ts'
import { type PromptCounts, promptCounts, refusePromptLimit } from '#features/orders/checkout/prompt-limits.ts'
import { promptProblem } from '#features/orders/checkout/prompt-problem.ts'
import { correctNumber, replacePrompt } from '#features/orders/checkout/replace-prompt.ts'
import { sendPrompt } from '#features/orders/checkout/send-prompt.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { type LockedOrder, lockOrder } from '#features/orders/lock-order.ts'
import { readOrder, rightTo } from '#features/orders/read-order.ts'

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
