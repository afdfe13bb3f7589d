import { type SQL, sql } from 'drizzle-orm'
import { type Context, requireUser } from '#core/context.ts'
import { behind, type Page, type Paging, pageOf, pageSize } from '#core/page-of.ts'
import { holding } from '#core/search-text.ts'
import { withoutPreparedPlan } from '#db/database-connection.ts'
import type { CommissionStatus } from '#domain/commission.ts'
import { may } from '#domain/roles.ts'
import { type CommissionRow, readCommissionRows } from '#features/affiliates/commission-row.ts'

export interface CommissionFilter extends Paging {
  affiliate_id?: string | undefined
  order_id?: string | undefined
  status?: CommissionStatus | undefined
  /** Part of the order's short code; for an admin its beginning, or part of the buyer's name, or the affiliate's name or code. */
  search?: string | undefined
}

/** Commissions, newest first. An admin sees all; a user sees only their own, also when the filter asks for others. */
export async function listCommissions(ctx: Context, filter: CommissionFilter = {}): Promise<Page<CommissionRow>> {
  const conditions: SQL[] = [behind(filter, sql`c.created_at`, sql`c.id`)]
  if (!may(ctx.actor, 'pay_affiliates')) conditions.push(sql`c.affiliate_id = ${requireUser(ctx).userId}`)
  if (filter.affiliate_id) conditions.push(sql`c.affiliate_id = ${filter.affiliate_id}`)
  if (filter.order_id) conditions.push(sql`c.order_id = ${filter.order_id}`)
  if (filter.status) conditions.push(sql`c.status = ${filter.status}`)
  const size = pageSize(filter)
  const wanted = holding(filter.search?.replace('#', ''))
  // An affiliate cannot find out a masked name by searching for it.
  const meant =
    wanted && (may(ctx.actor, 'pay_affiliates') ? found(wanted, filter.search as string, conditions, size) : sql`o.short_code ilike ${wanted}`)
  return pageOf(await readCommissionRows(ctx, sql.join([...conditions, ...(meant ? [meant] : [])], sql` and `), size + 1), size)
}

/** Each part has an index of its own and stops when the page is full; parts joined by `or` would use no index. */
function found(wanted: string, search: string, conditions: SQL[], size: number): SQL {
  const newest = (part: SQL) => sql`
    select c.id, c.created_at from affiliate_commissions c join orders o on o.id = c.order_id
    where ${sql.join([...conditions, part], sql` and `)} order by c.created_at desc, c.id desc limit ${size + 1}`
  const ofPeople = sql`
    select each.* from profiles a cross join lateral (${newest(sql`c.affiliate_id = a.id`)}) each
    where a.full_name ilike ${wanted} or a.affiliate_code ilike ${wanted} order by each.created_at desc, each.id desc limit ${size + 1}`
  const parts = [newest(sql`o.customer_name ilike ${wanted}`), ofPeople, ...beginning(search).map(newest)].map(
    (part) => sql`select id from (${part}) found`,
  )
  return sql`c.id in (${sql.join(parts, sql` union `)}) ${withoutPreparedPlan}`
}

/** A short code is the beginning of an id, so the primary key finds it. */
function beginning(search: string): SQL[] {
  const code = /^#?([0-9a-f]{4,8})$/i.exec(search.trim())?.[1]
  if (!code) return []
  return [
    sql`o.id between ${`${code.padEnd(8, '0')}-0000-0000-0000-000000000000`}::uuid and ${`${code.padEnd(8, 'f')}-ffff-ffff-ffff-ffffffffffff`}::uuid`,
  ]
}
