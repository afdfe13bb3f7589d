import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { commissionEffect, isUntouched, systemReasons } from '#domain/commission.ts'
import { Problem } from '#domain/problem.ts'
import { convertVisit } from '#features/affiliates/clicks.ts'
import { carryDebt } from '#features/affiliates/debts.ts'
import { lockAffiliate } from '#features/affiliates/find-affiliate.ts'
import { type OrderAndCommission, readCommission } from '#features/affiliates/read-commission.ts'
import { tellAffiliate } from '#features/affiliates/tell-affiliate.ts'

/**
 * Brings the commission of an order in line with the order (`commissionEffect` in domain/commission.ts decides how), in the transaction that changed the order.
 * May run any number of times: a commission in line stays as it is. Orders without an affiliate have none. Every change of an order's status passes through
 * `transitionOrder`, which calls this.
 */
export async function syncCommissionWithOrder(tx: Database, ctx: Context, orderId: string): Promise<void> {
  const { rows } = await tx.execute<{ affiliate_id: string | null }>(sql`select affiliate_id from orders where id = ${orderId} for update`)
  if (!rows[0]?.affiliate_id) return
  const affiliate = await lockAffiliate(tx, rows[0].affiliate_id)
  const isSale = await convertVisit(tx, ctx, orderId)
  // A new commission is first written and then compared with its order: at most two steps (domain/commission.ts).
  for (let isSettled = false; !isSettled; ) {
    const found = await readCommission(tx, orderId)
    if (!found || !affiliate) return
    isSettled = (await apply({ ...ctx, db: tx }, found, affiliate.available)) !== 'create'
  }
  if (isSale) await tellSale({ ...ctx, db: tx }, orderId)
}

/** Once for each order, because it ends its visit once. */
async function tellSale(ctx: Context, orderId: string) {
  const found = await readCommission(ctx.db, orderId)
  if (found?.commission?.status !== 'pending') return
  const { order, commission } = found
  await tellAffiliate(ctx, order.affiliateId, 'affiliate_sale', { code: order.shortCode, amount: commission.amount })
}

async function apply(ctx: Context, { order, commission }: OrderAndCommission, available: number) {
  const effect = commissionEffect(order, commission, available)
  const details = { code: order.shortCode, amount: commission?.amount ?? 0 }
  switch (effect.do) {
    case 'create':
      await ctx.db.execute(sql`select create_commission(${order.id}, ${systemReasons.own}, ${ctx.now})`)
      break
    case 'reopen':
      await ctx.db.execute(sql`
        update affiliate_commissions set status = 'pending', reason = null, rejected_at = null, rejected_by = null, approved_at = null, approved_by = null
        where order_id = ${order.id}`)
      break
    case 'reject':
      await ctx.db.execute(sql`
        update affiliate_commissions set status = 'rejected', reason = ${effect.reason}, rejected_at = ${ctx.now}, rejected_by = null, is_own = ${order.isOwn}
        where order_id = ${order.id}`)
      // The affiliate expects nothing from an order that was never paid, and a second reason changes nothing: e-mails about them would only be noise.
      if (order.isPaid && !order.isOwn && commission?.status !== 'rejected')
        await tellAffiliate(ctx, order.affiliateId, 'commission_rejected', { ...details, reason: effect.reason })
      break
    case 'claw back':
      await ctx.db.execute(sql`
        insert into commission_deductions (affiliate_id, commission_id, kind, amount, created_at)
        select affiliate_id, id, 'clawback', commission_amount, ${ctx.now} from affiliate_commissions where order_id = ${order.id}`)
      await tellAffiliate(ctx, order.affiliateId, 'commission_taken_back', { ...details, reason: effect.reason })
      await carryDebt(ctx, order.affiliateId)
      break
    case 'undo clawback':
      await ctx.db.execute(sql`
        update commission_deductions d set undone_at = ${ctx.now} from affiliate_commissions c
        where c.order_id = ${order.id} and d.commission_id = c.id and d.kind = 'clawback' and d.undone_at is null`)
      await carryDebt(ctx, order.affiliateId)
      break
    case 'nothing':
      break
  }
  return effect.do
}

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
