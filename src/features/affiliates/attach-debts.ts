import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { carryDebt } from '#features/affiliates/carry-debt.ts'
import { lockAffiliate } from '#features/affiliates/lock-affiliate.ts'

/**
 * Attaches the debts of deleted accounts that had proved the affiliate's proved e-mail; the affiliate learns of them only now (decisions, By what a debt is
 * known). A debt is attached once. What is alike otherwise is an owner's decision (assign-debt.ts).
 */
export async function attachDebts(ctx: Context, userId: string): Promise<void> {
  const { rows: known } = await ctx.db.execute<{ email: string }>(sql`
    select u.email from auth.users u join profiles p using (id) where p.id = ${userId} and p.is_affiliate and u.email_verified`)
  if (!known[0]) return
  const { email } = known[0]
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    const debts = await lockDebts(inside, email)
    // The account may have been deleted while this waited.
    if (debts.length > 0 && (await lockAffiliate(tx, userId))?.isAffiliate) await attachLocked(inside, debts, userId)
  })
}

/** Locks the deleted accounts with a debt that had proved this e-mail, and answers their ids: before the affiliate is locked. */
async function lockDebts({ db, services: { secrets } }: Context, email: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select profile_id as id from affiliate_debt_hashes
    where proved and hash in (${secrets.debtHash(email)}, ${secrets.previous?.debtHash(email) ?? null}) order by 1`)
  for (const { id } of rows) await lockAffiliate(db, id)
  return rows.map(({ id }) => id)
}

/** Attaches locked debts to a locked affiliate, in the transaction of the locks; those that found another one meanwhile stay there. */
export async function attachLocked(ctx: Context, debts: string[], userId: string): Promise<void> {
  for (const debt of debts) {
    await ctx.db.execute(sql`
      update affiliate_debts set attached_to = ${userId}, attached_at = ${ctx.now} where profile_id = ${debt} and attached_to is null`)
    await ctx.db.execute(sql`delete from affiliate_debt_hashes where profile_id = ${debt}`)
    await carryDebt(ctx, debt)
  }
}
