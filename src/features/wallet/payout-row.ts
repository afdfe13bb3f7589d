import { type SQL, sql } from 'drizzle-orm'
import { type PayoutStatus, payoutStatuses } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { iso } from '#features/orders/order-row.ts'

/** A row of the table `affiliate_payouts` (spec §3). Money in KSh, times in ISO 8601. */
export type PayoutRow = ReturnType<typeof toPayoutRow>

interface Stored extends Record<string, unknown> {
  id: string
  affiliate_id: string
  affiliate_name: string
  affiliate_code: string | null
  amount: string
  status: PayoutStatus
  requested_at: string
  processed_at: string | null
  processed_by: string | null
  payout_method: string
  mpesa_phone_number: string | null
  mpesa_full_name: string | null
  receipt: string | null
  failure_reason: string | null
  needs_review_at: string | null
  review_reason: string | null
  unrecorded_payment_at: string | null
  unrecorded_receipts: string[]
  sent_at: string | null
  exported_at: string | null
  held_at: string | null
}

/** Payouts that a condition on `o` picks, newest first. */
export async function readPayoutRows(ctx: Context, where: SQL, limit: number): Promise<{ row: PayoutRow; key: [string, string] }[]> {
  const { rows } = await ctx.db.execute<Stored>(sql`
    select o.*, p.full_name as affiliate_name, p.affiliate_code from affiliate_payouts o join profiles p on p.id = o.affiliate_id
    where ${where} order by o.requested_at desc, o.id desc limit ${limit}`)
  return rows.map((stored) => ({ row: toPayoutRow(ctx, stored), key: [stored.requested_at, stored.id] }))
}

export async function getPayoutRow(ctx: Context, id: string): Promise<PayoutRow> {
  const [found] = await readPayoutRows(ctx, sql`o.id = ${id}`, 1)
  if (!found) throw new Problem('payout_not_found')
  return found.row
}

/** What lies on a person's desk, and who settled it, is an admin's business only. */
function toPayoutRow({ actor }: Context, stored: Stored) {
  return {
    id: stored.id,
    affiliate_id: stored.affiliate_id,
    affiliate: { full_name: actor.isAdmin ? stored.affiliate_name : null, affiliate_code: stored.affiliate_code },
    amount: Number(stored.amount),
    status: stored.status,
    /** The wallet's own word for the status. */
    label: payoutStatuses[stored.status].label,
    requested_at: iso(stored.requested_at),
    processed_at: stored.processed_at && iso(stored.processed_at),
    processed_by: actor.isAdmin ? stored.processed_by : null,
    payout_method: stored.payout_method,
    mpesa_phone_number: stored.mpesa_phone_number,
    mpesa_full_name: stored.mpesa_full_name,
    receipt: stored.receipt,
    failure_reason: stored.failure_reason,
    /** It waits for an admin's look before it is paid. */
    held: stored.held_at !== null && stored.status === 'pending',
    needs_review: actor.isAdmin && stored.needs_review_at !== null,
    review_reason: actor.isAdmin ? stored.review_reason : null,
    /** Money was paid for it that the books do not hold. */
    unbooked: actor.isAdmin && stored.unrecorded_payment_at !== null,
    /** Receipts that M-Pesa or an admin named and the books do not hold. */
    unbooked_receipts: actor.isAdmin ? stored.unrecorded_receipts : [],
    /** When it went to M-Pesa, and when it was given out on a list to be paid by hand. */
    sent_at: actor.isAdmin ? stored.sent_at && iso(stored.sent_at) : null,
    exported_at: actor.isAdmin ? stored.exported_at && iso(stored.exported_at) : null,
  }
}
