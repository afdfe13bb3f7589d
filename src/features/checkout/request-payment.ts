import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { violates } from '#db/errors.ts'
import { fromShillings } from '#domain/money.ts'
import { isUnpaid } from '#domain/order.ts'
import { type AttemptState, promptLimits, promptRefusal } from '#domain/payment.ts'
import { Problem } from '#domain/problem.ts'
import type { OrderView } from '#domain/receipt.ts'
import { phoneInput } from '#features/checkout/order-input.ts'
import { type PromptCounts, promptCounts, refusePromptLimit } from '#features/checkout/prompt-limits.ts'
import { problemOfPrompt } from '#features/checkout/prompt-problem.ts'
import { sendPrompt } from '#features/checkout/send-prompt.ts'
import type { Context } from '#features/context.ts'
import { read, shillings } from '#features/input.ts'
import { getOrder } from '#features/orders/get-order.ts'

export const paymentInput = z.object({
  /** Another number than the order's own. */
  phone: phoneInput.optional(),
  /** KSh; only compared: the stored total is what is charged. */
  amount: shillings.optional(),
})

/**
 * Sends the prompt of an order: the one that is still waiting to go out, or a new one after a failure ("Send the prompt again", "Use another number").
 * Problems: order_not_found, already_paid, hold_over, order_closed, prompt_open, prompt_limit, wrong_amount, prompt_refused, prompt_failed.
 */
export async function requestPayment(ctx: Context, orderId: string, sent: unknown): Promise<OrderView> {
  const input = read(paymentInput, sent)
  const order = await getOrder(ctx, orderId)
  if (input.amount !== undefined && fromShillings(input.amount) !== fromShillings(order.total_amount)) throw new Problem('wrong_amount')

  const phone = input.phone ?? order.payment?.phone ?? order.customer_phone
  await sendPrompt(ctx, await attemptFor(ctx, order, phone))

  const fresh = await getOrder(ctx, orderId)
  const refusal = problemOfPrompt(fresh.payment)
  if (refusal) throw refusal
  return fresh
}

/** The attempt to send: the one that was written with the order and has not gone out yet, or a new one. */
async function attemptFor(ctx: Context, order: OrderView, phone: string): Promise<string> {
  const { rows } = await ctx.db.execute<Facts>(sql`
    select extract(epoch from ${ctx.now}) * 1000 as now, extract(epoch from o.hold_expires_at) * 1000 as hold_expires_at,
      (select coalesce(json_agg(json_build_object('state', a.state, 'createdAt', extract(epoch from a.created_at) * 1000)), '[]')
        from payment_attempts a where a.order_id = o.id) as attempts,
      (select a.id from payment_attempts a where a.order_id = o.id and a.phone = ${phone} and a.state = 'created' and a.prompted_at is null) as waiting,
      ${promptCounts(ctx, { phone, orderId: order.id })} as prompts
    from orders o where o.id = ${order.id}`)
  const facts = rows[0] as Facts
  const now = Number(facts.now)
  if (order.paid_at) throw new Problem('already_paid')
  if (order.status === 'buyer_not_paid' || (isUnpaid(order.status) && Number(facts.hold_expires_at) <= now)) throw new Problem('hold_over')
  if (!isUnpaid(order.status) || order.discarded) throw new Problem('order_closed')
  if (facts.waiting) return facts.waiting
  const refusal = promptRefusal(facts.attempts, now)
  if (refusal) throw new Problem(refusal.code, refusal.retryAt ? { retryAfter: Math.ceil((refusal.retryAt - now) / 1000) } : {})
  refusePromptLimit(facts.prompts)
  return newAttempt(ctx, order, phone)
}

async function newAttempt(ctx: Context, order: OrderView, phone: string): Promise<string> {
  const id = randomUUID()
  try {
    await ctx.db.execute(sql`
      insert into payment_attempts (id, order_id, phone, amount, next_check_at, created_at)
      values (${id}, ${order.id}, ${phone}, ${order.total_amount}, ${ctx.now} + interval '20 seconds', ${ctx.now})`)
  } catch (error) {
    // Pressed twice at the same instant: the other press has the prompt.
    if (violates(error, 'payment_attempts_one_open')) throw new Problem('prompt_open')
    if (violates(error, 'payment_attempts_prompt_limit')) refusePromptLimit({ tenMinutes: promptLimits.perTenMinutes, hour: 0 })
    throw error
  }
  return id
}

interface Facts extends Record<string, unknown> {
  now: string
  hold_expires_at: string
  attempts: { state: AttemptState; createdAt: number }[]
  waiting: string | null
  prompts: PromptCounts
}
