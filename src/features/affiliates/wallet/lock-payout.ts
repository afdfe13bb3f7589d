import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { isUuid } from '#core/page-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { formatMoney, fromShillings, toShillings } from '#domain/money.ts'
import type { PayoutState, PayoutStatus } from '#domain/payout.ts'
import { type LockedAffiliate, lockAffiliate } from '#features/affiliates/find-affiliate.ts'
import { reversePayout } from '#features/affiliates/wallet/reverse-payout.ts'

export interface LockedPayout extends PayoutState {
  id: string
  affiliate: LockedAffiliate
  phone: string | null
  name: string | null
  /** Receipts that M-Pesa or an admin named for it and the books do not hold. */
  unrecordedReceipts: string[]
  /** The admin who sent it to M-Pesa. */
  sentBy: string | null
  /** An admin sent, paid or rejected it. */
  isByAdmin: boolean
  /** It waits for an admin's look (hold-payout.ts). */
  isHeld: boolean
  /** It is on a list that was given out, to be paid by hand. */
  isExported: boolean
}

/** A payout with its affiliate, both locked until the transaction ends; null when there is none. */
export async function lockPayout(tx: Database, id: string): Promise<LockedPayout | null> {
  if (!isUuid(id)) return null
  const { rows: found } = await tx.execute<{ affiliate_id: string }>(sql`select affiliate_id from affiliate_payouts where id = ${id}`)
  const affiliate = found[0] && (await lockAffiliate(tx, found[0].affiliate_id))
  if (!affiliate) return null
  const { rows } = await tx.execute<Row>(sql`
    select amount, status, mpesa_phone_number, mpesa_full_name, receipt, unrecorded_receipts, needs_review_at is not null as is_in_review,
      unrecorded_payment_at is not null as has_unrecorded_payment, case when sent_at is not null then processed_by end as sent_by, processed_by is not null as is_by_admin,
      exported_at is not null as is_exported, held_at is not null and status = 'pending' as is_held
    from affiliate_payouts where id = ${id} for update`)
  const row = rows[0]
  if (!row) return null
  return {
    id,
    affiliate,
    amount: fromShillings(row.amount),
    status: row.status,
    phone: row.mpesa_phone_number,
    name: row.mpesa_full_name,
    receipt: row.receipt,
    isInReview: row.is_in_review,
    hasUnrecordedPayment: row.has_unrecorded_payment,
    unrecordedReceipts: row.unrecorded_receipts,
    sentBy: row.sent_by,
    isByAdmin: row.is_by_admin,
    isHeld: row.is_held,
    isExported: row.is_exported,
  }
}

interface Row extends Record<string, unknown> {
  amount: string
  status: PayoutStatus
  mpesa_phone_number: string | null
  mpesa_full_name: string | null
  receipt: string | null
  unrecorded_receipts: string[]
  is_in_review: boolean
  has_unrecorded_payment: boolean
  sent_by: string | null
  is_by_admin: boolean
  is_held: boolean
  is_exported: boolean
}

/**
 * Makes the balance cover a locked payout that failed and was paid after all. Where the balance alone does not cover it, the affiliate's pending request gives
 * its money back, unless an admin may have paid that request. Returns whether the balance covers it.
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
