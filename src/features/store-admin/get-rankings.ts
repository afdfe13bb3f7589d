import { type SQL, sql } from 'drizzle-orm'
import { lowStock } from '#domain/figures.ts'
import type { Period } from '#domain/period.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { happenedIn } from '#features/store-admin/in-period.ts'

/** Rows of each ranking. */
const most = 10

/** Money in KSh; each list begins with what matters most. */
export interface Rankings {
  bestSellers: { id: string; name: string; pairs: number; revenue: number }[]
  /** Of what is on the shelf and sold in the period: sizes with few pairs left, the fewest first. */
  runningLow: { id: string; name: string; size: string; stock: number; pairs: number }[]
  affiliates: { id: string; full_name: string; affiliate_code: string | null; sales: number; commission: number }[]
}

/**
 * Who and what stands at the top in a period: of orders that are paid or confirmed and not cancelled, and of commissions that are not rejected. Reads the
 * orders of the period themselves. Problems: signed_out, forbidden.
 */
export async function getRankings(ctx: Context, period: Period): Promise<Rankings> {
  requireAdmin(ctx)
  const [{ rows: goods }, { rows: people }] = await Promise.all([
    unhurried<Pick<Rankings, 'bestSellers' | 'runningLow'> & Record<string, unknown>>(
      ctx,
      sql`
      with sold as materialized (
        select i.product_id, i.product_size_id, sum(i.quantity)::integer as pairs, sum(i.quantity * i.price) as revenue
        from orders o join order_items i on i.order_id = o.id
        where o.paid_at is not null and o.status <> 'cancelled' and o.discarded_at is null and ${happenedIn(ctx, period, sql`o.created_at`)}
        group by i.product_id, i.product_size_id
      ), best as (
        select product_id, sum(pairs)::integer as pairs, sum(revenue)::float8 as revenue from sold group by product_id order by 2 desc, 3 desc, 1 limit ${most}
      ), low as (
        select p.id, p.name, z.label as size, z.stock, sold.pairs
        from sold join product_size z on z.id = sold.product_size_id and z.stock <= ${lowStock}
        join products p on p.id = z.product_id and p.is_available and p.archived_at is null
        order by z.stock, sold.pairs desc, p.name, z.position limit ${most}
      )
      select (select coalesce(json_agg(low order by stock, pairs desc, name, size), '[]') from low) as "runningLow",
        (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'pairs', b.pairs, 'revenue', b.revenue) order by b.pairs desc, b.revenue desc, b.product_id), '[]')
          from best b join products p on p.id = b.product_id) as "bestSellers"`,
    ),
    ctx.db.execute<Rankings['affiliates'][number]>(sql`
      select p.id, p.full_name, p.affiliate_code, top.sales, top.commission
      from (
        select affiliate_id, count(*)::integer as sales, sum(commission_amount)::float8 as commission from affiliate_commissions
        where status <> 'rejected' and ${happenedIn(ctx, period, sql`created_at`)} group by affiliate_id order by 3 desc, 1 limit ${most}
      ) top join profiles p on p.id = top.affiliate_id order by top.commission desc, p.id`),
  ])
  return { ...(goods[0] as (typeof goods)[number]), affiliates: people }
}

/** Millions of lines of orders take longer to read than a page may wait for anything else; nobody else waits for this (recent-rankings.ts). */
function unhurried<Row extends Record<string, unknown>>(ctx: Context, query: SQL) {
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '14s'`)
    return tx.execute<Row>(query)
  })
}
