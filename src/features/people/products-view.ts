import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'

/** Whether somebody of the shop reads the products of the panel as a table, on every device; as cards until they choose. */
export async function readProductsView(ctx: Pick<Context, 'db' | 'actor'>): Promise<boolean> {
  const { userId } = requirePermission(ctx, 'sell')
  const { rows } = await ctx.db.execute<{ products_as_table: boolean }>(sql`select products_as_table from profiles where id = ${userId}`)
  return rows[0]?.products_as_table ?? false
}

export async function keepProductsView(ctx: Pick<Context, 'db' | 'actor'>, asTable: boolean): Promise<void> {
  const { userId } = requirePermission(ctx, 'sell')
  await ctx.db.execute(sql`update profiles set products_as_table = ${asTable} where id = ${userId}`)
}
