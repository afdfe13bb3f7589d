import { type SQL, sql } from 'drizzle-orm'
import type { CommissionStatus } from '#domain/commission.ts'
import { type CommissionRow, readCommissionRows } from '#features/affiliates/commission-row.ts'
import { type Context, requireUser } from '#features/context.ts'
import { behind, type Paging, pageOf, pageSize } from '#features/page-of.ts'
import { holding } from '#features/search-text.ts'

export interface CommissionFilter extends Paging {
  affiliate_id?: string | undefined
  order_id?: string | undefined
  status?: CommissionStatus | undefined
  /** Part of the order's short code; for an admin its beginning, or part of the buyer's name, or the affiliate's name or code. */
  search?: string | undefined
}

/** Commissions, newest first: an admin sees all, everybody else their own, whatever the filter asks for. Problems: signed_out, malformed. */
export async function listCommissions(ctx: Context, filter: CommissionFilter = {}): Promise<{ data: CommissionRow[]; next: string | null }> {
  const conditions: SQL[] = [behind(filter, sql`c.created_at`, sql`c.id`)]
  if (!ctx.actor.isAdmin) conditions.push(sql`c.affiliate_id = ${requireUser(ctx).userId}`)
  if (filter.affiliate_id) conditions.push(sql`c.affiliate_id = ${filter.affiliate_id}`)
  if (filter.order_id) conditions.push(sql`c.order_id = ${filter.order_id}`)
  if (filter.status) conditions.push(sql`c.status = ${filter.status}`)
  const wanted = holding(filter.search?.replace('#', ''))
  // A name that the settings mask is not found out by searching for it.
  if (wanted) conditions.push(ctx.actor.isAdmin ? sql`c.id in (${found(wanted, filter.search as string)})` : sql`o.short_code ilike ${wanted}`)
  const size = pageSize(filter)
  return pageOf(await readCommissionRows(ctx, sql.join(conditions, sql` and `), size + 1), size)
}

/** Each half has indexes of its own; joined by `or` none would be used. */
function found(wanted: string, search: string): SQL {
  return sql`
    select b.id from affiliate_commissions b where b.order_id in (
      select id from orders where customer_name ilike ${wanted} union all select id from orders where ${beginning(search)})
    union select a.id from affiliate_commissions a where a.affiliate_id in (select id from profiles where full_name ilike ${wanted} or affiliate_code ilike ${wanted})`
}

/** A short code is the beginning of an id, so the key itself finds it. */
function beginning(search: string): SQL {
  const code = /^#?([0-9a-f]{4,8})$/i.exec(search.trim())?.[1]
  if (!code) return sql`false`
  return sql`id between ${`${code.padEnd(8, '0')}-0000-0000-0000-000000000000`}::uuid and ${`${code.padEnd(8, 'f')}-ffff-ffff-ffff-ffffffffffff`}::uuid`
}
