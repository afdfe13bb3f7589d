import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { writeAudit } from '#core/write-audit.ts'
import { Problem } from '#domain/problem.ts'
import { owedOf } from '#features/affiliates/list-debts.ts'
import { lockAffiliate } from '#features/affiliates/lock-affiliate.ts'

/**
 * The shop writes off what a deleted account still owes; what its new wallet has already earned against the debt stays deducted. Answers the amount in KSh: 0
 * when the debt was written off before.
 */
export async function writeOffDebt(ctx: Context, id: string): Promise<number> {
  requirePermission(ctx, 'settle_debts')
  if (!isUuid(id)) throw new Problem('debt_not_found')
  return ctx.db.transaction(async (tx) => {
    await lockAffiliate(tx, id)
    const { rows } = await tx.execute<{ attached_to: string | null }>(sql`select attached_to from affiliate_debts where profile_id = ${id}`)
    if (!rows[0]) throw new Problem('debt_not_found')
    if (rows[0].attached_to) await lockAffiliate(tx, rows[0].attached_to)
    const { rows: written } = await tx.execute<{ amount: string }>(sql`
      with due as (select d.profile_id, ${owedOf} as owed from affiliate_debts d where d.profile_id = ${id})
      update affiliate_debts d set written_off = written_off + due.owed, carried = case when attached_to is null then 0 else carried - due.owed end
      from due where d.profile_id = due.profile_id and due.owed > 0 returning due.owed as amount`)
    const amount = Number(written[0]?.amount ?? 0)
    if (amount > 0)
      await writeAudit(tx, ctx, { action: 'debt written off', table: 'affiliate_debts', id, after: { amount, attached_to: rows[0].attached_to } })
    return amount
  })
}
