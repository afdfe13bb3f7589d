import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { writeAudit } from '#core/write-audit.ts'
import { pendingRefusal } from '#domain/commission.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { type CommissionRow, readCommissionRows } from '#features/affiliates/commissions.ts'
import { readCommission } from '#features/affiliates/read-commission.ts'
import { syncCommissionWithOrder } from '#features/affiliates/sync-commission.ts'
import { withDraftKey } from '#features/orders/order-draft.ts'
import { readOrder } from '#features/orders/read-order.ts'

export const ensureCommissionInput = z.object({
  order_id: z.string('Say which order.').meta({ format: 'uuid' }),
  commission_rate: z
    .number('Write the rate as a number, such as 0.1.')
    .optional()
    .meta({ description: 'The rate at which the order was placed, `0.1` until the shop sets another; any other is refused', example: 0.1 }),
})

/**
 * The function create-affiliate-commission (spec §7). Commissions are created by the SQL function `create_commission` (db/migrations/0012-affiliates.sql), which
 * features/orders/checkout/write-order.ts calls as it places the order, and sync-commission.ts where none was created then; so this only brings the commission in line.
 * An admin gets the commission as the answer, and may reopen one that an admin has rejected; the buyer's client only learns that the call worked. Returns null
 * also for an order without an affiliate. May run any number of times.
 */
export async function ensureCommission(ctx: Context, sent: unknown): Promise<CommissionRow | null> {
  const { order_id, commission_rate } = parseInput(ensureCommissionInput, sent)
  const { id, affiliate_id, commission_rate: rate } = await readOrder(await withDraftKey(ctx, order_id), order_id)
  if (affiliate_id === null) return null
  if (commission_rate !== undefined && commission_rate !== rate)
    throw new Problem('bad_input', { fields: { commission_rate: `The rate of this order is ${rate}: the shop sets it.` } })
  await ctx.db.transaction(async (tx) => {
    await syncCommissionWithOrder(tx, ctx, id)
    if (may(ctx.actor, 'pay_affiliates')) await reopenRejectedCommission({ ...ctx, db: tx }, id)
  })
  if (!may(ctx.actor, 'pay_affiliates')) return null
  const [found] = await readCommissionRows(ctx, sql`c.order_id = ${id}`, 1)
  return found?.row ?? null
}

/** Reopens a commission that an admin rejected, at an admin's request. */
async function reopenRejectedCommission(ctx: Context, orderId: string) {
  const found = await readCommission(ctx.db, orderId)
  if (found?.commission?.status !== 'rejected') return
  const refusal = pendingRefusal(found.order)
  if (refusal) throw new Problem('commission_unearned', { detail: `${refusal}.` })
  await ctx.db.execute(sql`
    update affiliate_commissions set status = 'pending', reason = null, rejected_at = null, rejected_by = null, approved_at = null, approved_by = null
    where id = ${found.commission.id}`)
  await writeAudit(ctx.db, ctx, {
    action: 'commission called back',
    table: 'affiliate_commissions',
    id: found.commission.id,
    before: { status: 'rejected' },
    after: { status: 'pending' },
  })
}
