import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { behind, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { type OrderRow, orderColumns, toOrderRow } from '#features/orders/order-row.ts'

/**
 * Referred, paid orders without a pending, approved or paid commission, except own purchases, those of deleted affiliates, and those whose visit another paid
 * order has ended: `ensureCommission` makes one (spec §9).
 */
export async function listUncommissioned(ctx: Context, page: Paging = {}): Promise<Page<OrderRow>> {
  requirePermission(ctx, 'pay_affiliates')
  // Excluding orders that have a commission leaves few rows: only these get the slow checks.
  const { rows } = await ctx.db.execute<OrderRow & { key: string }>(sql`
    with missing as materialized (
      select o.id from orders o where o.affiliate_id is not null and o.paid_at is not null and o.status <> 'cancelled'
        and not exists (select from affiliate_commissions c where c.order_id = o.id and (c.status <> 'rejected' or c.is_own))
        and ${behind(page, sql`o.created_at`, sql`o.id`)}
    )
    select ${orderColumns}, o.created_at as key from missing join orders o using (id) join profiles f on f.id = o.affiliate_id
    where f.deleted_at is null and not is_own_purchase(missing.id) and not visit_ended_by_another(missing.id)
    order by o.created_at desc, o.id desc limit ${limitOf(page)}`)
  return pageOfKeyed(rows, page, (row) => toOrderRow(ctx, row))
}
