import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { writeAudit } from '#core/write-audit.ts'
import { isUntouched, systemReasons } from '#domain/commission.ts'
import { Problem } from '#domain/problem.ts'
import { lockAffiliate } from '#features/affiliates/lock-affiliate.ts'
import { readCommission } from '#features/affiliates/read-commission.ts'
import { tellAffiliate } from '#features/affiliates/tell-affiliate.ts'

/** A commission that a payout has paid or promised cannot be given up any more: then the order stays a guest's. */
export async function giveUpCommission(ctx: Context, orderId: string, userId: string): Promise<void> {
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
