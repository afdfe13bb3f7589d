import { type SQL, sql } from 'drizzle-orm'
import { type Context, requireUser } from '#core/context.ts'
import { behind, type Page, type Paging, pageOf, pageSize } from '#core/page-of.ts'
import { literal, searched } from '#core/search-text.ts'
import { withoutPreparedPlan } from '#db/database-connection.ts'
import type { PayoutStatus } from '#domain/payout.ts'
import { may } from '#domain/roles.ts'
import { type PayoutRow, readPayoutRows } from '#features/affiliates/wallet/payout-row.ts'

export interface PayoutFilter extends Paging {
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
