import type { Context } from '#core/context.ts'
import type { Page } from '#core/page-of.ts'
import type { ProductFilter } from '#domain/catalogue.ts'
import { maxCounted } from '#domain/limits.ts'
import { listShelf } from '#features/catalogue/list-shelf.ts'
import type { ProductRow } from '#features/catalogue/product-row.ts'

/** A page of the table `products`, as other clients read it, searched as the pages are. Problem `malformed` for a cursor that is not ours. */
export async function listProductRows(
  ctx: Context,
  filter: ProductFilter & { cursor?: string; limit?: number },
): Promise<Page<ProductRow> & { total: number; fuzzy: boolean }> {
  return listShelf(ctx, filter, 'row', maxCounted)
}
