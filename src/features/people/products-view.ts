import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#features/context.ts'

/**
 * Whether somebody of the shop reads the products of the panel as a table. What they choose is remembered for them, on every device.
 * @param chosen null where they have not chosen now
 */
export async function readProductsAsTable(ctx: Pick<Context, 'db' | 'actor'>, chosen: boolean | null): Promise<boolean> {
  const { userId } = requirePermission(ctx, 'sell')
  if (chosen !== null)
    await ctx.db.execute(sql`update profiles set products_as_table = ${chosen} where id = ${userId} and products_as_table <> ${chosen}`)
  const { rows } = await ctx.db.execute<{ products_as_table: boolean }>(sql`select products_as_table from profiles where id = ${userId}`)
  return rows[0]?.products_as_table ?? false
}
