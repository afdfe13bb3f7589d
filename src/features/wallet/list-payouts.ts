import { type SQL, sql } from 'drizzle-orm'
import type { PayoutStatus } from '#domain/payout.ts'
import { type Context, requireUser } from '#features/context.ts'
import { isCleanText } from '#features/input.ts'
import { behind, type Paging, pageOf, pageSize } from '#features/page-of.ts'
import { type PayoutRow, readPayoutRows } from '#features/wallet/payout-row.ts'

export interface PayoutFilter extends Paging {
  affiliate_id?: string | undefined
  status?: PayoutStatus | undefined
  /** Only what lies on a person's desk, or only what does not. */
  needs_review?: boolean | undefined
  /** A part of a name or code, or the beginning of a number, receipt or id. */
  q?: string | undefined
}

/** Payouts, newest first: an admin sees all, everybody else their own, whatever the filter asks for. Problems: signed_out, malformed. */
export async function listPayouts(ctx: Context, filter: PayoutFilter = {}): Promise<{ data: PayoutRow[]; next: string | null }> {
  const conditions: SQL[] = [behind(filter, sql`o.requested_at`, sql`o.id`)]
  if (!ctx.actor.isAdmin) conditions.push(sql`o.affiliate_id = ${requireUser(ctx).userId}`)
  if (filter.affiliate_id) conditions.push(sql`o.affiliate_id = ${filter.affiliate_id}`)
  if (filter.status) conditions.push(sql`o.status = ${filter.status}`)
  // Whether something lies on the desk is an admin's business only.
  if (ctx.actor.isAdmin && filter.needs_review !== undefined)
    conditions.push(filter.needs_review ? sql`o.needs_review_at is not null` : sql`o.needs_review_at is null`)
  if (filter.q?.trim()) conditions.push(found(filter.q.trim()))
  const size = pageSize(filter)
  return pageOf(await readPayoutRows(ctx, sql.join(conditions, sql` and `), size + 1), size)
}

/** Numbers are found however they are written: `0712` as `+254 712`. */
function found(q: string): SQL {
  if (!isCleanText(q)) return sql`false`
  const text = q.replace(/[\\%_]/g, '\\$&')
  const digits = q.replace(/[\s+-]/g, '').replace(/^0(?=[17])/, '254')
  const begins = sql`o.receipt ilike ${`${text}%`} or ${q.toUpperCase()} = any(o.unbooked_receipts) or o.id::text like ${`${text.toLowerCase()}%`}`
  const named = sql`p.full_name ilike ${`%${text}%`} or o.mpesa_full_name ilike ${`%${text}%`} or p.affiliate_code ilike ${`%${text}%`}`
  return sql`(${named} or ${begins} or ${/^\d{3,}$/.test(digits) ? sql`o.mpesa_phone_number like ${`${digits}%`}` : sql`false`})`
}
