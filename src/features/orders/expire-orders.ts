import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { paymentMoves, unpaidStatuses } from '#domain/order.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'

/**
 * Orders whose hold ran out unpaid become `buyer_not_paid` and their pairs go back on the shelf; a payment that comes later revives them
 * or is paid back (decisions, Sizes and stock). Answers how many.
 */
export async function expireOrders(ctx: Context): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from orders where discarded_at is null and status = any(${`{${unpaidStatuses.join(',')}}`}::text[]) and hold_expires_at <= ${ctx.now}
    order by hold_expires_at limit 100`)
  for (const { id } of rows) {
    try {
      const note = 'The hold ran out unpaid'
      await ctx.db.transaction((tx) => transitionOrder(tx, ctx, id, paymentMoves.expired, { note, releases: note }))
    } catch (error) {
      // One order that cannot expire now does not stop the others.
      ctx.log.error({ order: id, error }, 'order not expired; it comes round again')
    }
  }
  return rows.length
}
