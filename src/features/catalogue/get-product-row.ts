import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { shelf } from '#db/schema.ts'
import { Problem } from '#domain/problem.ts'
import { type ProductRow, rowColumns } from '#features/catalogue/product-row.ts'

/** One row of the table `products`. Problem `product_not_found`, also for an archived one. */
export async function getProductRow(ctx: Pick<Context, 'db'>, id: string): Promise<ProductRow> {
  if (!isUuid(id)) throw new Problem('product_not_found')
  const [row] = await ctx.db
    .select(rowColumns)
    .from(shelf)
    .where(and(eq(shelf.id, id), isNull(shelf.archived_at)))
  if (!row) throw new Problem('product_not_found')
  return row
}
