import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { fromShillings } from '#domain/money.ts'
import { lockAffiliate } from '#features/affiliates/lock-affiliate.ts'
import { tellAffiliate } from '#features/affiliates/tell-affiliate.ts'
import { lockPayout } from '#features/affiliates/wallet/lock-payout.ts'
import { reversePayout } from '#features/affiliates/wallet/reverse-payout.ts'

/**
 * Brings a debt that has found its affiliate in line with the wallet of the deleted account: the affiliate owes exactly what that wallet owes. Runs in the
 * transaction that changed that wallet, and may run any number of times. The deleted account is locked before the affiliate, as everywhere.
 */
export async function carryDebt(ctx: Context, profileId: string): Promise<void> {
  await lockAffiliate(ctx.db, profileId)
  const { rows } = await ctx.db.execute<{ attached_to: string; moved: string }>(sql`
    with due as (
      select d.profile_id, d.carried, greatest(d.carried - w.available, 0) as owed
      from affiliate_debts d join wallets w on w.affiliate_id = d.profile_id where d.profile_id = ${profileId} and d.attached_to is not null
    )
    update affiliate_debts d set carried = due.owed from due where d.profile_id = due.profile_id and due.owed <> due.carried
    returning d.attached_to, due.owed - due.carried as moved`)
  const [row] = rows
  if (!row) return
  const amount = fromShillings(row.moved)
  if (amount > 0) {
    await tellAffiliate(ctx, row.attached_to, 'debt_carried_over', { amount })
    await giveBackPending(ctx, row.attached_to)
  }
  // That account may be deleted as well, and its debt attached to the next one.
  await carryDebt(ctx, row.attached_to)
}

/** Rejects a pending payout that the balance no longer covers, unless it may have been paid by hand already. */
async function giveBackPending(ctx: Context, affiliateId: string) {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select o.id from affiliate_payouts o join wallets w using (affiliate_id)
    where o.affiliate_id = ${affiliateId} and o.status = 'pending' and o.unrecorded_payment_at is null and o.exported_at is null and w.available < 0`)
  const pending = rows[0] && (await lockPayout(ctx.db, rows[0].id))
  // An admin may have exported it for payment by hand since it was read.
  if (pending?.status === 'pending' && !pending.isExported && !pending.hasUnrecordedPayment)
    await reversePayout(ctx, pending, { to: 'rejected', reason: 'Your balance does not cover it any more', by: null })
}
