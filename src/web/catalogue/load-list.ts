import type { Context } from '#core/context.ts'
import { type ProductFilter, pageSize } from '#domain/catalogue.ts'
import { recentFacets } from '#features/catalogue/list-facets.ts'
import { listProducts } from '#features/catalogue/product-lists.ts'
import { listInstead } from '#features/catalogue/search-shoes.ts'
import { understandSearch } from '#features/catalogue/understand-search.ts'
import { fromCursor } from '#web/lists/load-page.ts'

/** A page of products with its facets. `meant` is how the search was understood, `like` the categories that it may mean, `instead` what is shown if nothing was found, of a category by the words of its slug. Server only. */
export async function loadList(ctx: Context, filter: ProductFilter, cursor: string | undefined) {
  const { filter: understood, meant, like } = await understandSearch(ctx, filter)
  const [list, facets] = await Promise.all([
    fromCursor(cursor, (from) => listProducts(ctx, { ...understood, cursor: from, limit: pageSize })),
    recentFacets(ctx, understood),
  ])
  const words = filter.search ?? filter.category?.replaceAll('-', ' ')
  const instead = list.total === 0 && words ? await listInstead(ctx, words) : null
  return { list, facets, meant, like: filter.search ? like : (instead?.like ?? []), instead, cursor: cursor ?? null }
}
