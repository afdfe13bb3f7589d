import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { isUuid } from '#core/page-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { commissionOf, namingRefusal, rateOf } from '#domain/commission.ts'
import { toShillings } from '#domain/money.ts'
import { Problem } from '#domain/problem.ts'
import { type CommissionRow, readCommissionRows } from '#features/affiliates/commissions.ts'
import { findAffiliate } from '#features/affiliates/find-affiliate.ts'
import { syncCommissionWithOrder } from '#features/affiliates/sync-commission.ts'
import { lockOrder } from '#features/orders/lock-order.ts'

export const namingInput = z.object({
  affiliate_code: z
    .string('Enter the code of an affiliate.')
    .trim()
    .min(1, 'Enter the code of an affiliate.')
    .max(40, 'Enter the code of an affiliate.')
    .meta({ description: 'Whose sale it was', example: 'KAMAU23' }),
})

/**
 * An admin names the affiliate of an order that came by no link: within 30 days, once, and never themselves (decisions, A referral link). The order gets its
 * commission as if it had carried the link; the commission of an affiliate's own purchase is rejected as such. Written to the audit log.
 */
export async function nameAffiliate(ctx: Context, orderId: string, sent: unknown): Promise<CommissionRow> {
  requirePermission(ctx, 'pay_affiliates')
  const { userId } = requireUser(ctx)
  const { affiliate_code } = parseInput(namingInput, sent)
  if (!isUuid(orderId)) throw new Problem('order_not_found')
  const percent = ctx.services.shop.commissionPercent
  await ctx.db.transaction(async (tx) => {
    const order = await lockUnreferred(tx, ctx, orderId, percent)
    const affiliate = await findAffiliate({ ...ctx, db: tx }, affiliate_code)
    if (!affiliate) throw refused('No affiliate has this code, or they are paused.')
    if (affiliate.id === userId) throw refused('You cannot name yourself. Ask another admin.')
    await tx.execute(sql`
      update orders set affiliate_id = ${affiliate.id}, commission_amount = ${toShillings(commissionOf(order.goods, percent))},
        commission_rate = ${rateOf(percent)}::numeric,
        affiliate_named_at = ${ctx.now}, affiliate_named_by = ${userId} where id = ${orderId}`)
    await writeAudit(tx, ctx, {
      action: 'affiliate named',
      table: 'orders',
      id: orderId,
      before: { affiliate_code: null },
      after: { affiliate_code: affiliate.affiliate_code },
    })
    await syncCommissionWithOrder(tx, ctx, orderId)
  })
  const [found] = await readCommissionRows(ctx, sql`c.order_id = ${orderId}`, 1)
  if (!found) throw new Problem('order_not_found')
  return found.row
}

async function lockUnreferred(tx: Database, ctx: Context, orderId: string, percent: number) {
  const order = await lockOrder(tx, orderId)
  const { rows } = await tx.execute<{ has_affiliate: boolean; age_days: string }>(sql`
    select affiliate_id is not null as has_affiliate, extract(epoch from ${ctx.now} - created_at) / 86400 as age_days from orders where id = ${orderId}`)
  if (!order || !rows[0]) throw new Problem('order_not_found')
  const refusal = namingRefusal({ ...order, hasAffiliate: rows[0].has_affiliate, ageDays: Number(rows[0].age_days), percent })
  if (refusal) throw new Problem('naming_refused', { detail: refusal })
  return order
}

function refused(affiliate_code: string): Problem {
  return new Problem('bad_input', { fields: { affiliate_code } })
}
