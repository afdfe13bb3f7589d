import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { writeAudit } from '#core/write-audit.ts'
import { getProductRow } from '#features/catalogue/get-product-row.ts'
import { lockWholeProduct } from '#features/catalogue/lock-product.ts'

/** Deletes a product for good. A product that orders refer to is archived: lines keep name, size, price and picture (decisions, Catalogue). */
export async function deleteProduct(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'sell')
  await ctx.db.transaction(async (tx) => {
    await lockWholeProduct(tx, id)
    const before = await getProductRow({ db: tx }, id)
    const { rows: sold } = await tx.execute(sql`select from order_items where product_id = ${id} limit 1`)
    if (sold.length > 0) {
      await tx.execute(sql`update products set archived_at = ${ctx.now} where id = ${id}`)
      // Files that no order shows go as well (features/files/remove-unreferenced-files.ts).
      await tx.execute(sql`delete from product_images where product_id = ${id}`)
    } else await tx.execute(sql`delete from products where id = ${id}`)
    await writeAudit(tx, ctx, { action: sold.length > 0 ? 'product archived' : 'product deleted', table: 'products', id, before })
  })
}
