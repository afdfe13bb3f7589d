import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { lowStock } from '#domain/figures.ts'
import type { CountedRankings } from '#features/staff/count-rankings.ts'

/** Money in KSh; each list begins with the most important row. */
export interface Rankings {
  bestSellers: { id: string; name: string; pairs: number; revenue: number }[]
  /** Of products on the shelf that were sold in the period: sizes with few pairs left, the fewest first. */
  runningLow: { id: string; name: string; size: string; stock: number; pairs: number }[]
  affiliates: { id: string; full_name: string; affiliate_code: string | null; sales: number; commission: number }[]
}

/** The counted rankings with present names and stock. Rows that are gone since, or filled up again, are left out. */
export async function nameRankings({ db }: Pick<Context, 'db'>, { bestSellers, runningLow, affiliates }: CountedRankings): Promise<Rankings> {
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
