import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { payoutStatuses } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { affiliateName } from '#features/affiliates/commission-row.ts'
import type { Context } from '#features/context.ts'
import { enumOf, instant, iso, ksh } from '#features/row-fields.ts'

export const payoutStatus = enumOf(payoutStatuses)

/** A row of the table `affiliate_payouts` (spec §3). Only admins read whether it is in the review queue, and which admin settled it. */
export const payoutRow = z.object({
  id: z.uuid(),
  affiliate_id: z.uuid(),
  affiliate: affiliateName,
  amount: ksh,
  status: payoutStatus,
  label: z.string().meta({ description: 'The wallet’s own word for the status' }),
  requested_at: instant,
  processed_at: instant.nullable(),
  processed_by: z.uuid().nullable().meta({ description: 'Told to admins only' }),
  payout_method: z.string(),
  mpesa_phone_number: z.string().nullable(),
  mpesa_full_name: z.string().nullable(),
  receipt: z.string().nullable(),
  failure_reason: z.string().nullable(),
  held: z.boolean().meta({ description: 'It goes to a new number without the password of the account, and waits for an admin’s look' }),
  needs_review: z.boolean().meta({ description: 'Told to admins only: it is held, or M-Pesa left it unclear' }),
  review_reason: z.string().nullable(),
  unbooked: z.boolean().meta({ description: 'Told to admins only: money was paid for it that the books do not hold' }),
  unbooked_receipts: z
    .array(z.string())
    .meta({ description: 'Told to admins only: receipts that M-Pesa or an admin named and the books do not hold' }),
  sent_at: instant.nullable().meta({ description: 'Told to admins only: when it went to M-Pesa' }),
  exported_at: instant.nullable().meta({ description: 'Told to admins only: when it was given out on a list, to be paid by hand' }),
})
export type PayoutRow = z.infer<typeof payoutRow>

type Stored = Omit<PayoutRow, 'affiliate' | 'amount' | 'label' | 'held' | 'needs_review' | 'unbooked' | 'unbooked_receipts'> & {
  affiliate_name: string
  affiliate_code: string | null
  amount: string
  held_at: string | null
  needs_review_at: string | null
  unrecorded_payment_at: string | null
  unrecorded_receipts: string[]
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

function toPayoutRow({ actor }: Context, stored: Stored): PayoutRow {
  return {
    id: stored.id,
    affiliate_id: stored.affiliate_id,
    affiliate: { full_name: may(actor, 'pay_affiliates') ? stored.affiliate_name : null, affiliate_code: stored.affiliate_code },
    amount: Number(stored.amount),
    status: stored.status,
    label: payoutStatuses[stored.status].label,
    requested_at: iso(stored.requested_at),
    processed_at: stored.processed_at && iso(stored.processed_at),
    processed_by: may(actor, 'pay_affiliates') ? stored.processed_by : null,
    payout_method: stored.payout_method,
    mpesa_phone_number: stored.mpesa_phone_number,
    mpesa_full_name: stored.mpesa_full_name,
    receipt: stored.receipt,
    failure_reason: stored.failure_reason,
    held: stored.held_at !== null && stored.status === 'pending',
    needs_review: may(actor, 'pay_affiliates') && stored.needs_review_at !== null,
    review_reason: may(actor, 'pay_affiliates') ? stored.review_reason : null,
    unbooked: may(actor, 'pay_affiliates') && stored.unrecorded_payment_at !== null,
    unbooked_receipts: may(actor, 'pay_affiliates') ? stored.unrecorded_receipts : [],
    sent_at: may(actor, 'pay_affiliates') ? stored.sent_at && iso(stored.sent_at) : null,
    exported_at: may(actor, 'pay_affiliates') ? stored.exported_at && iso(stored.exported_at) : null,
  }
}
