import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { happenedIn } from '#core/days.ts'
import { lowStock, type Period } from '#domain/figures.ts'
import { isReferral } from '#features/orders/referral-facts.ts'

/** Rows of each ranking. */
const most = 10

/** The people and products at the top, by ids and sums (KSh): the part that takes long to count, without names. */
export interface CountedRankings {
  bestSellers: { id: string; pairs: number; revenue: number }[]
  /** Sizes of products on the shelf. */
  runningLow: { id: string; pairs: number }[]
  affiliates: { id: string; sales: number; commission: number }[]
}

/** Reads the orders of the period themselves: of orders that are paid or confirmed and not cancelled, and of referrals whose commission is not rejected. */
export async function countRankings(ctx: Pick<Context, 'db' | 'now'>, period: Period): Promise<CountedRankings> {
  const [goods, people] = await Promise.all([
    unhurried<Pick<CountedRankings, 'bestSellers' | 'runningLow'>>(
      ctx,
      sql`
      with sold as materialized (
        select i.product_id, i.product_size_id, sum(i.quantity)::integer as pairs, sum(i.quantity * i.price) as revenue
        from orders o join order_items i on i.order_id = o.id
        where o.paid_at is not null and o.status <> 'cancelled' and o.discarded_at is null and ${happenedIn(ctx, period, sql`o.created_at`)}
        group by i.product_id, i.product_size_id
      ), best as (
        select product_id as id, sum(pairs)::integer as pairs, sum(revenue)::float8 as revenue from sold group by product_id order by 2 desc, 3 desc, 1 limit ${most}
      ), low as (
        select z.id, sold.pairs, z.stock, p.name, z.position
        from sold join product_size z on z.id = sold.product_size_id and z.stock <= ${sql.raw(String(lowStock))}
        join products p on p.id = z.product_id and p.is_available and p.archived_at is null
        order by z.stock, sold.pairs desc, p.name, z.position limit ${most}
      )
      select (select coalesce(json_agg(best), '[]') from best) as "bestSellers",
        (select coalesce(json_agg(json_build_object('id', id, 'pairs', pairs)), '[]') from low) as "runningLow"`,
    ),
    ctx.db.execute<CountedRankings['affiliates'][number]>(sql`
      select c.affiliate_id as id, count(*)::integer as sales, sum(c.commission_amount)::float8 as commission
      from affiliate_commissions c join orders o on o.id = c.order_id
      where c.status <> 'rejected' and ${isReferral} and ${happenedIn(ctx, period, sql`c.created_at`)} group by c.affiliate_id order by 3 desc, 1 limit ${most}`),
  ])
  return { ...goods, affiliates: people.rows }
}

/** Reading millions of order lines takes longer than the time limit of a page's other queries; no other request waits for this (recent-rankings.ts). */
function unhurried<Row>({ db }: Pick<Context, 'db'>, query: SQL): Promise<Row> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '14s'`)
    const { rows } = await tx.execute(query)
    return rows[0] as Row
  })
}
