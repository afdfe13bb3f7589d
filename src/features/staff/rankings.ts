import { type SQL, sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { happenedIn } from '#core/days.ts'
import { memoizeFor } from '#core/memo.ts'
import { lowStock, type Period, type PeriodName, periodQuery } from '#domain/figures.ts'
import { isReferral } from '#features/orders/referral-facts.ts'

/** Rows of each ranking. */
const most = 10

/** The people and products at the top, by ids and sums (KSh): the part that takes long to count, without names. */
interface CountedRankings {
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

/** Money in KSh; each list begins with the most important row. */
export interface Rankings {
  bestSellers: { id: string; name: string; pairs: number; revenue: number }[]
  /** Of products on the shelf that were sold in the period: sizes with few pairs left, the fewest first. */
  runningLow: { id: string; name: string; size: string; stock: number; pairs: number }[]
  affiliates: { id: string; full_name: string; affiliate_code: string | null; sales: number; commission: number }[]
}

/** The counted rankings with present names and stock. Rows that are gone since, or filled up again, are left out. */
async function nameRankings({ db }: Pick<Context, 'db'>, { bestSellers, runningLow, affiliates }: CountedRankings): Promise<Rankings> {
  const [best, low, people] = await Promise.all([
    db.execute<Rankings['bestSellers'][number]>(sql`
      select p.id, p.name, b.pairs, b.revenue from jsonb_to_recordset(${JSON.stringify(bestSellers)}::jsonb) as b(id uuid, pairs integer, revenue float8)
      join products p using (id) order by b.pairs desc, b.revenue desc, p.id`),
    db.execute<Rankings['runningLow'][number]>(sql`
      select p.id, p.name, z.label as size, z.stock, l.pairs from jsonb_to_recordset(${JSON.stringify(runningLow)}::jsonb) as l(id uuid, pairs integer)
      join product_size z using (id) join products p on p.id = z.product_id
      where z.stock <= ${lowStock} and p.is_available and p.archived_at is null order by z.stock, l.pairs desc, p.name, z.position`),
    db.execute<Rankings['affiliates'][number]>(sql`
      select p.id, p.full_name, p.affiliate_code, a.sales, a.commission
      from jsonb_to_recordset(${JSON.stringify(affiliates)}::jsonb) as a(id uuid, sales integer, commission float8)
      join profiles p using (id) order by a.commission desc, p.id`),
  ])
  return { bestSellers: best.rows, runningLow: low.rows, affiliates: people.rows }
}

/** Periods whose orders would keep a page waiting; those of today are soon counted. */
const longPeriods: PeriodName[] = ['7d', '30d', '90d', 'all']
/** Orders that are counted in no time. */
const few = 20_000

/** Counts the rankings of a shop with many orders before an admin opens them. Any number of processes: one of them counts, the others find it done. */
export async function precomputeRankings(ctx: Pick<Context, 'db' | 'now'>, { few: enough = few } = {}): Promise<void> {
  const { rows } = await ctx.db.execute<{ many: boolean }>(sql`select reltuples > ${enough} as many from pg_class where oid = 'orders'::regclass`)
  if (!rows[0]?.many) return
  for (const period of longPeriods) await precompute(ctx, period)
}

function precompute(ctx: Pick<Context, 'db' | 'now'>, period: PeriodName): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ due: boolean }>(sql`
      select pg_try_advisory_xact_lock(7214025)
        and not exists (select from ranking_snapshots where period = ${period} and counted_at > ${ctx.now} - interval '4 minutes') as due`)
    if (!rows[0]?.due) return
    const counted = await countRankings({ ...ctx, db: tx }, { name: period })
    await tx.execute(sql`
      insert into ranking_snapshots (period, counted_at, rankings) values (${period}, ${ctx.now}, ${JSON.stringify(counted)}::jsonb)
      on conflict (period) do update set counted_at = excluded.counted_at, rankings = excluded.rankings`)
  })
}

/**
 * The people and products at the top in a period, at most a minute old in this process, or as a job keeps them where many orders are counted
 * (precompute-rankings.ts): no ranking changes much in a few minutes.
 */
export async function recentRankings(ctx: Context, period: Period, clock?: () => number): Promise<Rankings> {
  requirePermission(ctx, 'see_figures')
  const counted =
    (await findKept(ctx, period)) ??
    (await memoizeFor(ctx.db, `rankings ${JSON.stringify(periodQuery(period))}`, () => countRankings(ctx, period), clock))
  return nameRankings(ctx, counted)
}

/** A ranking that was counted too long ago is not used. */
async function findKept({ db, now }: Context, { name }: Period): Promise<CountedRankings | null> {
  const { rows } = await db.execute<{ rankings: CountedRankings }>(
    sql`select rankings from ranking_snapshots where period = ${name} and counted_at > ${now} - interval '15 minutes'`,
  )
  return rows[0]?.rankings ?? null
}

/** Sums up the parts that the figures of each day consist of. Any number of times, in any number of processes; no figure changes by it. */
export async function compactDailyStats(ctx: Pick<Context, 'db'>): Promise<void> {
  await ctx.db.execute(sql`select compact_daily_stats()`)
}
