import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { behind, type Page, type Paging, pageOf, pageSize } from '#core/page-of.ts'
import { literal, searched } from '#core/search-text.ts'
import { enumOf, instant, jsonOf, ksh, selectOf } from '#core/select-of.ts'
import { withoutPreparedPlan } from '#db/database-connection.ts'
import { type PayoutStatus, payoutStatuses } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { affiliateName } from '#features/affiliates/commissions.ts'
import { findPayoutStop, type PayoutStop } from '#features/affiliates/wallet/payout-breaker.ts'

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

interface PayoutFilter extends Paging {
  affiliate_id?: string | undefined
  status?: PayoutStatus | undefined
  /** Only payouts in the review queue, or only the others. */
  needs_review?: boolean | undefined
  /** A part of a name or code, or the beginning of a number, receipt or id. */
  search?: string | undefined
}

/** Payouts, newest first: an admin sees all, every other caller only their own, under any filter. */
export async function listPayouts(ctx: Context, filter: PayoutFilter = {}): Promise<Page<PayoutRow>> {
  const conditions: SQL[] = [behind(filter, sql`o.requested_at`, sql`o.id`)]
  if (!may(ctx.actor, 'pay_affiliates')) conditions.push(sql`o.affiliate_id = ${requireUser(ctx).userId}`)
  if (filter.affiliate_id) conditions.push(sql`o.affiliate_id = ${filter.affiliate_id}`)
  if (filter.status) conditions.push(sql`o.status = ${filter.status}`)
  // Only admins may learn whether a payout is in the review queue.
  if (may(ctx.actor, 'pay_affiliates') && filter.needs_review !== undefined)
    conditions.push(filter.needs_review ? sql`o.needs_review_at is not null` : sql`o.needs_review_at is null`)
  const size = pageSize(filter)
  const search = searched(filter.search)
  const meant = search ? [found(search, conditions, size)] : []
  return pageOf(await readPayoutRows(ctx, sql.join([...conditions, ...meant], sql` and `), size + 1), size)
}

/**
 * Numbers are found however they are written: `0712` as `+254 712`. Each part has an index of its own and stops when the page is full; joined by `or` none
 * would be used.
 */
function found(search: string, conditions: SQL[], size: number): SQL {
  const text = literal(search)
  const digits = search.replace(/[\s+-]/g, '').replace(/^0(?=[17])/, '254')
  const phone = /^\d{3,}$/.test(digits) ? `${digits}%` : ''
  const parts = [
    sql`(o.mpesa_full_name ilike ${`%${text}%`} or o.receipt ilike ${`${text}%`} or o.mpesa_phone_number like ${phone})`,
    sql`o.affiliate_id in (select a.id from profiles a where a.full_name ilike ${`%${text}%`} or a.affiliate_code ilike ${`%${text}%`})`,
    sql`o.unrecorded_payment_at is not null and ${search.toUpperCase()} = any(o.unrecorded_receipts)`,
    ...beginning(search),
  ].map(
    (part) => sql`(
    select o.id from affiliate_payouts o where ${sql.join([...conditions, part], sql` and `)} order by o.requested_at desc, o.id desc limit ${size + 1})`,
  )
  return sql`o.id in (${sql.join(parts, sql` union `)}) ${withoutPreparedPlan}`
}

/** Ids that begin so, from the first to the last. */
function beginning(search: string): SQL[] {
  const hex = /^[0-9a-f-]{4,36}$/i.test(search) ? search.replaceAll('-', '') : ''
  if (hex.length < 4 || hex.length > 32) return []
  return [sql`o.id between ${hex.padEnd(32, '0')}::uuid and ${hex.padEnd(32, 'f')}::uuid`]
}

/** The counts and the breaker above the list of payouts. */
export interface PayoutReviewSummary {
  /** Payouts can be made by the payment provider, according to the settings. */
  sends: boolean
  stop: PayoutStop | null
  /** How many wait for an admin, are at the provider, and are in the review queue. */
  counts: { pending: number; processing: number; review: number }
}

export async function getPayoutReviewSummary(ctx: Context): Promise<PayoutReviewSummary> {
  requirePermission(ctx, 'pay_affiliates')
  // Open payouts and payouts in the review queue are few: an affiliate has at most one open payout, and both are read from an index.
  const { rows } = await ctx.db.execute<PayoutReviewSummary['counts'] & Record<string, unknown>>(sql`
    select (select count(*)::integer from affiliate_payouts where status = 'pending') as pending,
      (select count(*)::integer from affiliate_payouts where status = 'processing') as processing,
      (select count(*)::integer from affiliate_payouts where needs_review_at is not null) as review`)
  const stop = await findPayoutStop(ctx)
  return { sends: ctx.services.payments.payouts !== null, stop, counts: rows[0] as PayoutReviewSummary['counts'] }
}
