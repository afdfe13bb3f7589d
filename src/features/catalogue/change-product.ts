import { eq } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { type FormSnapshot, requireUnchanged } from '#core/optimistic-lock.ts'
import { writeChange } from '#core/write-audit.ts'
import { products } from '#db/schema.ts'
import { fromShillings } from '#domain/money.ts'
import { Problem } from '#domain/problem.ts'
import { refusingUnknownCategory } from '#features/catalogue/categories.ts'
import { getProductRow } from '#features/catalogue/get-product-row.ts'
import { lockProduct } from '#features/catalogue/lock-product.ts'
import { productChanges, refuseUnsellable } from '#features/catalogue/product-input.ts'
import type { ProductRow } from '#features/catalogue/product-row.ts'
import { setPlainStock, setSizes } from '#features/catalogue/set-stock.ts'

/** Changes the given fields of a product, all or nothing. Where the request comes from a form, compares the product with what the form showed. */
export async function changeProduct(ctx: Context, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<ProductRow> {
  requirePermission(ctx, 'sell')
  const { stock, stock_seen, sizes = [], price, ...columns } = parseInput(productChanges, sent)
  if (stock !== undefined && sizes.length > 0) throw new Problem('stock_has_sizes')
  // A client that sends `stock` alone (spec §7) is compared with the stock as its request arrives; movements after that are not overwritten.
  const seen = stock_seen ?? (stock === undefined ? 0 : (await getProductRow(ctx, id)).stock)
  const changes = { ...columns, ...(price !== undefined && { price: fromShillings(price) }) }
  return refusingUnknownCategory(() =>
    ctx.db.transaction(async (tx) => {
      await lockProduct(tx, id)
      const before = await getProductRow({ db: tx }, id)
      const said = { ...columns, ...(price !== undefined && { price }) }
      requireUnchanged(before, said, snapshot)
      refuseUnsellable({ ...before, ...said })
      if (Object.keys(changes).length > 0) await tx.update(products).set(changes).where(eq(products.id, id))
      if (stock !== undefined) await setPlainStock(tx, ctx, id, stock, seen)
      if (sizes.length > 0) await setSizes(tx, ctx, id, sizes, 'manual')
      const after = await getProductRow({ db: tx }, id)
      await writeChange(tx, ctx, { action: 'product changed', table: 'products', id, before, after })
      return after
    }),
  )
}
