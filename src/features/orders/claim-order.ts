import { sql } from 'drizzle-orm'
import { type Context, requireUser } from '#core/context.ts'
import { writeAudit } from '#core/write-audit.ts'
import { isUntouched, systemReasons } from '#domain/commission.ts'
import type { OrderView } from '#domain/order-view.ts'
import { Problem } from '#domain/problem.ts'
import { lockAffiliate } from '#features/affiliates/lock-affiliate.ts'
import { readCommission } from '#features/affiliates/read-commission.ts'
import { tellAffiliate } from '#features/affiliates/tell-affiliate.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { readOrder, rightTo } from '#features/orders/read-order.ts'

/**
 * Moves an order that was placed as a guest to the caller's own orders; its key gives the right to it, or its short link once it is paid. Claiming twice
 * changes nothing more. A buyer's own purchase earns the buyer no commission (decisions, Affiliates and wallet). Problems: signed_out, order_not_found,
 * order_taken; `forbidden` by the short link of an unpaid order: its number may be mistyped, and the rights of a link sent there must not outlive the
 * correction.
 */
export async function claimOrder(ctx: Context, id: string): Promise<OrderView> {
  const { userId } = requireUser(ctx)
  const order = await readOrder(ctx, id)
  if (rightTo(ctx, order) === 'link' && order.paid_at === null) throw new Problem('forbidden')
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ affiliate_id: string | null }>(sql`
      update orders set user_id = ${userId} where id = ${id} and (user_id is null or user_id = ${userId}) returning affiliate_id`)
    if (rows.length === 0) throw new Problem('order_taken')
    if (rows[0]?.affiliate_id === userId) await giveUpCommission({ ...ctx, db: tx }, id, userId)
  })
  return getOrder(ctx, id)
}

/** A commission that a payout has paid or promised cannot be given up any more: then the order stays a guest's. */
async function giveUpCommission(ctx: Context, orderId: string, userId: string) {
  const affiliate = await lockAffiliate(ctx.db, userId)
  const found = await readCommission(ctx.db, orderId)
  if (!affiliate || !found?.commission || found.commission.status === 'rejected') return
  const { order, commission } = found
  if (commission.status !== 'pending' && !isUntouched(commission, affiliate.available)) throw new Problem('order_taken')
  const reason = systemReasons.own
  await ctx.db.execute(sql`
    update affiliate_commissions set status = 'rejected', rejected_at = ${ctx.now}, reason = ${reason}, is_own = true where id = ${commission.id}`)
  await writeAudit(ctx.db, ctx, {
    action: 'commission given up',
    table: 'affiliate_commissions',
    id: commission.id,
    before: { status: commission.status },
    after: { status: 'rejected', reason },
  })
  await tellAffiliate(ctx, userId, 'commission_rejected', { code: order.shortCode, amount: commission.amount, reason })
}
