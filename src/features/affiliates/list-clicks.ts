import { type SQL, sql } from 'drizzle-orm'
import { type Context, requireUser } from '#features/context.ts'
import { iso } from '#features/orders/order-row.ts'
import { behind, type Paging, pageOf, pageSize } from '#features/page-of.ts'

/** A row of the table `affiliate_clicks` (spec §3). */
export interface ClickRow {
  id: string
  affiliate_id: string
  clicked_at: string
  referrer_url: string | null
  user_agent: string | null
  session_id: string | null
  product_id: string | null
  product_name: string | null
  converted: boolean
  order_id: string | null
}

export interface ClickFilter extends Paging {
  affiliate_id?: string | undefined
  converted?: boolean | undefined
  order_id?: string | undefined
}

/** Clicks, newest first, 50 unless told (spec §9): an admin sees all, everybody else their own. Problems: signed_out, malformed. */
export async function listClicks(ctx: Context, filter: ClickFilter = {}): Promise<{ data: ClickRow[]; next: string | null }> {
  const conditions: SQL[] = [behind(filter, sql`k.clicked_at`, sql`k.id`)]
  if (!ctx.actor.isAdmin) conditions.push(sql`k.affiliate_id = ${requireUser(ctx).userId}`)
  if (filter.affiliate_id) conditions.push(sql`k.affiliate_id = ${filter.affiliate_id}`)
  if (filter.order_id) conditions.push(sql`k.order_id = ${filter.order_id}`)
  if (filter.converted !== undefined) conditions.push(sql`k.converted = ${filter.converted}`)
  const size = pageSize({ limit: filter.limit ?? 50 })
  const { rows } = await ctx.db.execute<ClickRow & Record<string, unknown>>(sql`
    select k.id, k.affiliate_id, k.clicked_at, k.referrer_url, k.user_agent, k.session_id, k.product_id, p.name as product_name, k.converted, k.order_id
    from affiliate_clicks k left join products p on p.id = k.product_id
    where ${sql.join(conditions, sql` and `)} order by k.clicked_at desc, k.id desc limit ${size + 1}`)
  return pageOf(
    rows.map((row) => ({ row: { ...row, clicked_at: iso(row.clicked_at) }, key: [row.clicked_at, row.id] })),
    size,
  )
}
