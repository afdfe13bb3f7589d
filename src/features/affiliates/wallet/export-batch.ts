import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { idempotentId } from '#core/idempotent-create.ts'
import { parseInput } from '#core/input.ts'
import { instant, ksh, selectOf } from '#core/select-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import { csvLine } from '#domain/csv.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { spreadsheetPhone } from '#domain/phone.ts'

export const batchInput = z.object({
  payout_ids: z
    .array(z.uuid("We don't know this payout."))
    .min(1, 'Say which payouts.')
    .max(1000, 'At most 1,000 at once.')
    .optional()
    .meta({ description: 'Which; without it all pending ones. What stands on a list already is left out' }),
})

export const batchRow = z.object({
  payout_id: z.uuid(),
  mpesa_full_name: z.string(),
  mpesa_phone_number: z.string(),
  amount: ksh,
  affiliate_code: z.string().nullable(),
  requested_at: instant,
})
type BatchRow = z.infer<typeof batchRow>

/**
 * Gives out a list of pending payouts, oldest first, to be paid by hand. M-Pesa does not send a payout on the list as well, and its details are frozen, until
 * it is paid or taken back; nor can it be rejected. Left out are payouts on another list (both would be paid), payouts that lack details or are held, and those
 * of affiliates with a receipt that the books do not hold. The same `key` for the same payouts again answers the list that it made, less the payouts that were
 * paid or taken back since.
 */
export async function exportBatch(ctx: Context, sent: unknown, key?: string): Promise<{ rows: BatchRow[]; csv: string }> {
  requirePermission(ctx, 'pay_affiliates')
  const { payout_ids } = parseInput(batchInput, sent)
  const batch = idempotentId(ctx, 'payout_batches', key && JSON.stringify([key, payout_ids]))
  const named = payout_ids ? sql`o.id = any(${`{${payout_ids.join(',')}}`}::uuid[])` : sql`true`
  const rows = await ctx.db.transaction(async (tx) => {
    // Two presses at once come one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${batch}, 0))`)
    const { rowCount: isMade } = await tx.execute(sql`select from affiliate_payouts where batch_id = ${batch} limit 1`)
    const which = isMade ? sql`o.batch_id = ${batch}` : sql`o.exported_at is null and ${named}`
    const { rows } = await tx.execute<BatchRow>(sql`
      with free as (
        select o.id from affiliate_payouts o
        where ${which} and status = 'pending' and held_at is null and mpesa_phone_number is not null and mpesa_full_name <> ''
          and not exists (select from affiliate_payouts u where u.affiliate_id = o.affiliate_id and u.unrecorded_payment_at is not null)
        order by o.id for update
      ), given as (
        update affiliate_payouts o set exported_at = coalesce(exported_at, ${ctx.now}), batch_id = ${batch} from free where o.id = free.id returning o.*
      )
      select ${selectOf(batchRow, 'g', { payout_id: sql`g.id`, affiliate_code: sql`p.affiliate_code` })}
      from given g join profiles p on p.id = g.affiliate_id order by g.requested_at, g.id`)
    const ids = rows.map(({ payout_id }) => payout_id)
    if (ids.length > 0 && !isMade) await writeAudit(tx, ctx, { action: 'payouts given out', table: 'affiliate_payouts', id: null, after: { ids } })
    return rows
  })
  return { rows, csv: batchCsv(rows) }
}

/** Takes the unpaid payouts of a list off it: they may be sent by M-Pesa again, and their details changed. Returns how many of them are on no list now. */
export async function takeBackBatch(ctx: Context, sent: unknown): Promise<number> {
  requirePermission(ctx, 'pay_affiliates')
  const { payout_ids = [] } = parseInput(batchInput, sent)
  return ctx.db.transaction(async (tx) => {
    const ids = sql`${`{${payout_ids.join(',')}}`}::uuid[]`
    const { rows } = await tx.execute<{ id: string }>(sql`
      with given as (select id from affiliate_payouts where id = any(${ids}) and status = 'pending' and exported_at is not null order by id for update)
      update affiliate_payouts o set exported_at = null, batch_id = null from given where o.id = given.id returning o.id`)
    if (rows.length > 0)
      await writeAudit(tx, ctx, { action: 'payouts taken back', table: 'affiliate_payouts', id: null, after: { ids: rows.map(({ id }) => id) } })
    const { rows: free } = await tx.execute(sql`select from affiliate_payouts where id = any(${ids}) and status = 'pending'`)
    return free.length
  })
}

function batchCsv(rows: BatchRow[]): string {
  const lines: (string | number | null)[][] = [
    ['Payout', 'Name', 'M-Pesa number', 'KSh', 'Affiliate', 'Requested'],
    ...rows.map((row) => [
      row.payout_id,
      row.mpesa_full_name,
      row.mpesa_phone_number && spreadsheetPhone(row.mpesa_phone_number),
      row.amount,
      row.affiliate_code,
      formatDateTime(row.requested_at),
    ]),
  ]
  // The mark makes spreadsheets read it as UTF-8.
  return `\uFEFF${lines.map(csvLine).join('')}`
}
