import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { writeAudit } from '#core/write-audit.ts'
import { maxPrompts } from '#domain/payment.ts'
import { type OrderOutcome, orderIds, outcomesOf } from '#features/orders/change-orders.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'

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
