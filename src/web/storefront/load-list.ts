import { type ProductFilter, pageSize } from '#domain/catalogue.ts'
import { isProblem } from '#domain/problem.ts'
import { recentFacets } from '#features/catalogue/list-facets.ts'
import { listInstead } from '#features/catalogue/list-instead.ts'
import { listProducts } from '#features/catalogue/list-products.ts'
import { understandSearch } from '#features/catalogue/understand-search.ts'
import type { Context } from '#features/context.ts'

/** A list with what it can be narrowed by. Server only. */
export async function loadList(ctx: Context, filter: ProductFilter, cursor: string | undefined) {
  const { filter: asked, meant } = await understandSearch(ctx, filter)
  const [list, facets] = await Promise.all([pageFrom(ctx, asked, cursor), recentFacets(ctx, asked)])
  const instead = list.total === 0 && filter.search ? await listInstead(ctx, filter.search) : null
  return { list, facets, meant, instead, cursor: cursor ?? null }
}

/** A cursor that is not ours begins at the beginning. */
async function pageFrom(ctx: Context, filter: ProductFilter, cursor: string | undefined) {
  try {
    return await listProducts(ctx, { ...filter, cursor, limit: pageSize })
  } catch (error) {
    if (cursor && isProblem(error) && error.code === 'malformed') return listProducts(ctx, { ...filter, limit: pageSize })
    throw error
  }
}
