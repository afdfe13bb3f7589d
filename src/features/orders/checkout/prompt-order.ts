import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput, statedShillings } from '#core/input.ts'
import { fromShillings } from '#domain/money.ts'
import { Problem } from '#domain/problem.ts'
import { phoneInput } from '#features/orders/checkout/order-input.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { findDraft, type OrderDraft, withDraftKey } from '#features/orders/order-draft.ts'
import { findOrder } from '#features/orders/read-order.ts'

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
