import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireUser } from '#core/context.ts'
import { behind, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { instant } from '#core/row-fields.ts'
import { selectOf } from '#core/select-of.ts'
import { may } from '#domain/roles.ts'

/** A row of the table `affiliate_clicks` (spec §3). */
export const clickRow = z.object({
  id: z.uuid(),
  affiliate_id: z.uuid(),
  clicked_at: instant,
  referrer_url: z.string().nullable(),
  user_agent: z.string().nullable(),
  session_id: z.string().nullable(),
  product_id: z.uuid().nullable(),
  product_name: z.string().nullable(),
  converted: z.boolean(),
  order_id: z.uuid().nullable(),
})
export type ClickRow = z.infer<typeof clickRow>

export interface ClickFilter extends Paging {
  affiliate_id?: string | undefined
  converted?: boolean | undefined
  order_id?: string | undefined
}

/** Clicks, newest first, 50 by default (spec §9). An admin sees all, a user only their own. */
export async function listClicks(ctx: Context, filter: ClickFilter = {}): Promise<Page<ClickRow>> {
  const conditions: SQL[] = [behind(filter, sql`k.clicked_at`, sql`k.id`)]
  if (!may(ctx.actor, 'pay_affiliates')) conditions.push(sql`k.affiliate_id = ${requireUser(ctx).userId}`)
  if (filter.affiliate_id) conditions.push(sql`k.affiliate_id = ${filter.affiliate_id}`)
  if (filter.order_id) conditions.push(sql`k.order_id = ${filter.order_id}`)
  if (filter.converted !== undefined) conditions.push(sql`k.converted = ${filter.converted}`)
  const paging = { limit: filter.limit ?? 50 }
  const { rows } = await ctx.db.execute<ClickRow & { key: string }>(sql`
    select ${selectOf(clickRow, 'k', { product_name: sql`p.name` })}, k.clicked_at as key
    from affiliate_clicks k left join products p on p.id = k.product_id
    where ${sql.join(conditions, sql` and `)} order by k.clicked_at desc, k.id desc limit ${limitOf(paging)}`)
  return pageOfKeyed(rows, paging)
}
