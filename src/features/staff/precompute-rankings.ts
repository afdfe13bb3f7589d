import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { PeriodName } from '#domain/figures.ts'
import { countRankings } from '#features/staff/count-rankings.ts'

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
