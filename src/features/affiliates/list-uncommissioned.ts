import { sql } from 'drizzle-orm'
import { type Context, requireAdmin } from '#features/context.ts'
import { type OrderRow, orderColumns, type StoredOrder, toOrderRow } from '#features/orders/order-row.ts'
import { behind, type Paging, pageOf, pageSize } from '#features/page-of.ts'

/** Referred, paid orders whose commission is neither pending, approved nor paid, nor the affiliate's own: `createCommission` makes one (spec §9). Problems: signed_out, forbidden, malformed. */
export async function listUncommissioned(ctx: Context, page: Paging = {}): Promise<{ data: OrderRow[]; next: string | null }> {
  requireAdmin(ctx)
  const size = pageSize(page)
  const { rows } = await ctx.db.execute<StoredOrder>(sql`
    select ${orderColumns} from orders o join profiles f on f.id = o.affiliate_id
    where o.paid_at is not null and o.status <> 'cancelled'
      and not exists (select from affiliate_commissions c where c.order_id = o.id and (c.status <> 'rejected' or c.is_own)) and not is_own_purchase(o.id)
      and ${behind(page, sql`o.created_at`, sql`o.id`)}
    order by o.created_at desc, o.id desc limit ${size + 1}`)
  return pageOf(
    rows.map((row) => ({ row: toOrderRow(ctx, row), key: [row.created_at, row.id] })),
    size,
  )
}
