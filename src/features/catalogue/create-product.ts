import { type Context, requirePermission } from '#core/context.ts'
import { idempotentId, sameAsBefore } from '#core/idempotent-create.ts'
import { parseInput } from '#core/input.ts'
import { writeAudit } from '#core/write-audit.ts'
import { products } from '#db/schema.ts'
import { oneSize } from '#domain/catalogue.ts'
import { fromShillings } from '#domain/money.ts'
import { Problem } from '#domain/problem.ts'
import { refusingUnknownCategory } from '#features/catalogue/categories.ts'
import { getProductRow } from '#features/catalogue/get-product-row.ts'
import { newProduct, refuseUnsellable } from '#features/catalogue/product-input.ts'
import type { ProductRow } from '#features/catalogue/product-row.ts'
import { setSizes } from '#features/catalogue/set-stock.ts'

/** Puts a product on the shelf (spec §5, Product form), once for each key of a form. */
export async function createProduct(ctx: Context, sent: unknown, key?: string): Promise<ProductRow> {
  requirePermission(ctx, 'sell')
  const { stock, sizes = [], price, ...columns } = parseInput(newProduct, sent)
  refuseUnsellable({ ...columns, price })
  if (stock !== undefined && sizes.length > 0) throw new Problem('stock_has_sizes')
  if (stock === undefined && sizes.length === 0) throw new Problem('bad_input', { fields: { stock: 'Enter the stock.' } })
  return refusingUnknownCategory(() =>
    ctx.db.transaction(async (tx) => {
      const id = idempotentId(ctx, 'products', key)
      const made = await tx
        .insert(products)
        .values({ ...columns, id, price: fromShillings(price), created_at: ctx.now })
        .onConflictDoNothing({ target: products.id })
        .returning({ id: products.id })
      if (made.length === 0) return sameAsBefore(await getProductRow({ db: tx }, id), { ...columns, price })
      await setSizes(tx, ctx, id, sizes.length > 0 ? sizes : [{ label: oneSize, stock }], 'opening')
      const row = await getProductRow({ db: tx }, id)
      await writeAudit(tx, ctx, { action: 'product created', table: 'products', id, after: row })
      return row
    }),
  )
}
