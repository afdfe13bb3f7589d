import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import type { OrderView } from '#domain/order-view.ts'
import { Problem } from '#domain/problem.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { type AskedAttempt, queryPayment } from '#features/orders/payments/check-payments.ts'
import type { Settlement } from '#features/orders/payments/settle-payment.ts'

/** "Ask M-Pesa": asks now about every prompt of an order that is not paid and has an id to ask with. */
export async function askMpesa(ctx: Context, orderId: string): Promise<{ order: OrderView; answers: Settlement[] }> {
  requirePermission(ctx, 'take_payments')
  await getOrder(ctx, orderId)
  const { rows } = await ctx.db.execute<AskedAttempt & Record<string, unknown>>(sql`
    select id, checkout_request_id, checks, account_id from payment_attempts where order_id = ${orderId} and state <> 'paid' and checkout_request_id is not null order by created_at`)
  if (rows.length === 0) throw new Problem('nothing_to_ask')
  const answers: Settlement[] = []
  for (const attempt of rows) answers.push(await queryPayment(ctx, attempt))
  return { order: await getOrder(ctx, orderId), answers }
}
