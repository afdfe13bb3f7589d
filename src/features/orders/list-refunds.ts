import { asc, eq } from 'drizzle-orm'
import { orders, paymentAttempts, refunds } from '#db/schema.ts'
import { toShillings } from '#domain/money.ts'
import { type Context, requireAdmin } from '#features/context.ts'

/** Money that has to go back: late, double, and paid for cancelled orders. Oldest first. Problem: forbidden. */
export async function listRefunds(ctx: Context) {
  requireAdmin(ctx)
  const rows = await ctx.db
    .select({
      id: refunds.id,
      order_id: refunds.order_id,
      short_code: orders.short_code,
      customer_name: orders.customer_name,
      phone: paymentAttempts.phone,
      receipt: paymentAttempts.receipt,
      amount: refunds.amount,
      reason: refunds.reason,
      created_at: refunds.created_at,
    })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attempt_id))
    .leftJoin(orders, eq(orders.id, refunds.order_id))
    .where(eq(refunds.state, 'due'))
    .orderBy(asc(refunds.created_at), asc(refunds.id))
  return rows.map((row) => ({ ...row, amount: toShillings(row.amount), created_at: row.created_at.toISOString() }))
}
