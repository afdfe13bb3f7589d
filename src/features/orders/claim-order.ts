import { sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'
import type { OrderView } from '#domain/receipt.ts'
import { type Context, requireUser } from '#features/context.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { readOrder } from '#features/orders/read-order.ts'

/**
 * Puts an order that was placed as a guest among one's own; its key is the right to it. Claimed twice it is claimed. A commission for one's own
 * purchase is nobody's (decisions, Affiliates and wallet). Problems: signed_out, order_not_found, order_taken.
 */
export async function claimOrder(ctx: Context, id: string): Promise<OrderView> {
  const { userId } = requireUser(ctx)
  await readOrder(ctx, id)
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      update orders set user_id = ${userId} where id = ${id} and (user_id is null or user_id = ${userId})
        and not exists (select from affiliate_commissions c where c.order_id = orders.id and c.affiliate_id = ${userId} and c.status = 'paid') returning id`)
    if (rows.length === 0) throw new Problem('order_taken')
    await tx.execute(sql`
      update affiliate_commissions set status = 'rejected', rejected_at = ${ctx.now}, reason = 'Bought through your own link'
      where order_id = ${id} and affiliate_id = ${userId} and status in ('pending', 'approved')`)
  })
  return getOrder(ctx, id)
}
