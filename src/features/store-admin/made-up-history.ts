import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'

/** What of the demo's made-up past is in the books (migration 57): orders, which figures count, and people. */
export async function findMadeUp({ db }: Pick<Context, 'db'>): Promise<{ hasOrders: boolean; hasPeople: boolean }> {
  const { rows } = await db.execute<{ hasOrders: boolean; hasPeople: boolean }>(sql`
    select exists (select from made_up_orders) as "hasOrders", exists (select from made_up_people) as "hasPeople"`)
  return rows[0] as (typeof rows)[number]
}
