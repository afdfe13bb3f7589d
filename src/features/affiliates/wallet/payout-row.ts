import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { enumOf, instant, ksh } from '#core/row-fields.ts'
import { jsonOf, selectOf } from '#core/select-of.ts'
import { payoutStatuses } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { affiliateName } from '#features/affiliates/commission-row.ts'

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

const storedPayout = payoutRow.omit({ label: true })
type Stored = z.infer<typeof storedPayout>

const columns = selectOf(storedPayout, 'o', {
  affiliate: jsonOf(affiliateName, 'p'),
  held: sql`o.held_at is not null and o.status = 'pending'`,
  needs_review: sql`o.needs_review_at is not null`,
  unbooked: sql`o.unrecorded_payment_at is not null`,
  unbooked_receipts: sql`o.unrecorded_receipts`,
})

/** What is told to admins only, as others read it. */
const untold = {
  processed_by: null,
  needs_review: false,
  review_reason: null,
  unbooked: false,
  unbooked_receipts: [],
  sent_at: null,
  exported_at: null,
}

/** Payouts that a condition on `o` picks, newest first. */
export async function readPayoutRows(ctx: Context, where: SQL, limit: number): Promise<{ row: PayoutRow; key: [string, string] }[]> {
  const { rows } = await ctx.db.execute<Stored & { key: string }>(sql`
    select ${columns}, o.requested_at as key from affiliate_payouts o join profiles p on p.id = o.affiliate_id
    where ${where} order by o.requested_at desc, o.id desc limit ${limit}`)
  return rows.map(({ key, ...stored }) => ({ row: toPayoutRow(ctx, stored), key: [key, stored.id] }))
}

export async function getPayoutRow(ctx: Context, id: string): Promise<PayoutRow> {
  const [found] = await readPayoutRows(ctx, sql`o.id = ${id}`, 1)
  if (!found) throw new Problem('payout_not_found')
  return found.row
}

function toPayoutRow({ actor }: Context, stored: Stored): PayoutRow {
  const row = { ...stored, label: payoutStatuses[stored.status].label }
  return may(actor, 'pay_affiliates') ? row : { ...row, ...untold, affiliate: { ...row.affiliate, full_name: null } }
}
