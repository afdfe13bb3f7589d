import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { writeAudit } from '#core/write-audit.ts'
import { formatMoney, toShillings } from '#domain/money.ts'
import { type LockedPayout, lockPayout } from '#features/affiliates/wallet/lock-payout.ts'
import { reversePayout } from '#features/affiliates/wallet/reverse-payout.ts'

/**
 * Makes the balance cover a locked payout that failed and was paid after all. Where the balance alone does not cover it, the affiliate's pending request gives
 * its money back, unless an admin may have paid that request. Answers whether the balance covers it.
 */
export async function ensureBalanceCovers(ctx: Context, payout: LockedPayout): Promise<boolean> {
  const missing = payout.amount - payout.affiliate.available
  if (missing <= 0) return true
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from affiliate_payouts where affiliate_id = ${payout.affiliate.id} and status = 'pending' and amount >= ${toShillings(missing)}
      and unrecorded_payment_at is null and exported_at is null`)
  const pending = rows[0] && (await lockPayout(ctx.db, rows[0].id))
  // An admin may have exported it since it was looked for.
  if (!pending || pending.isExported) return false
  const reason = `Your payout of ${formatMoney(payout.amount)} has reached you after all. Ask again for what is left`
  await reversePayout(ctx, pending, { to: 'rejected', reason, by: null })
  await writeAudit(ctx.db, ctx, {
    action: 'payout given back',
    table: 'affiliate_payouts',
    id: pending.id,
    before: { status: 'pending' },
    after: { status: 'rejected', reason, for: payout.id },
  })
  return true
}
