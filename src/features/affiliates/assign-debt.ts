import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { writeAudit } from '#core/write-audit.ts'
import { Problem } from '#domain/problem.ts'
import { alikeAffiliates } from '#features/affiliates/alike-affiliates.ts'
import { attachLocked } from '#features/affiliates/attach-debts.ts'
import { lockAffiliate } from '#features/affiliates/lock-affiliate.ts'

/**
 * An owner decides that an affiliate who is like a deleted account is the same person: its debt is attached to them for good, and they are told. Pressed again
 * it changes nothing.
 */
export async function assignDebt(ctx: Context, id: string, affiliateId: string): Promise<void> {
  requirePermission(ctx, 'settle_debts')
  if (!isUuid(id)) throw new Problem('debt_not_found')
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    await lockAffiliate(tx, id)
    const { rows } = await tx.execute<{ attached_to: string | null }>(sql`select attached_to from affiliate_debts where profile_id = ${id}`)
    if (!rows[0]) throw new Problem('debt_not_found')
    if (rows[0].attached_to === affiliateId) return
    const isAlike = (await alikeAffiliates(inside, [id])).get(id)?.some((each) => each.id === affiliateId)
    if (!isAlike || !(await lockAffiliate(tx, affiliateId))?.isAffiliate) throw new Problem('debt_not_alike')
    await attachLocked(inside, [id], affiliateId)
    await writeAudit(tx, ctx, { action: 'debt attached', table: 'affiliate_debts', id, after: { attached_to: affiliateId } })
  })
}
