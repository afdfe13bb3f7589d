import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'

/** The parts of the demo's made-up past that are in the books: orders, which figures count, and people. */
export async function findMadeUp({ db }: Pick<Context, 'db'>): Promise<{ hasOrders: boolean; hasPeople: boolean }> {
  const { rows } = await db.execute<{ hasOrders: boolean; hasPeople: boolean }>(sql`
    select exists (select from made_up_orders) as "hasOrders", exists (select from made_up_people) as "hasPeople"`)
  return rows[0] as (typeof rows)[number]
}

/** The note of the movements that stocked their pairs. They have no actor, which tells them from an admin's counts. */
export const madeUpDelivery = 'Made-up delivery'

/** What triggers keep of orders and money, sums (`daily_stats`) and customers, is made from the rows once more. */
export async function countAgain({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.execute(sql`delete from daily_stats`)
  for (const table of ['orders', 'affiliate_commissions', 'commission_deductions', 'payment_attempts'])
    await db.execute(sql`
      insert into daily_stats select t.kind, t.day, t.status, sum(t.count), sum(t.amount) from ${sql.identifier(table)} r, daily_stats_of(r) t group by 1, 2, 3`)
  await db.execute(sql`select refresh_customers(null)`)
}
