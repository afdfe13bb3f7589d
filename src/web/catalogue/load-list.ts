import { type ProductFilter, pageSize } from '#domain/catalogue.ts'
import { isProblem } from '#domain/problem.ts'
import { recentFacets } from '#features/catalogue/list-facets.ts'
import { listInstead } from '#features/catalogue/list-instead.ts'
import { listProducts } from '#features/catalogue/list-products.ts'
import { understandSearch } from '#features/catalogue/understand-search.ts'
import type { Context } from '#features/context.ts'

/** A page of products with its facets. `meant` is how the search was understood, `like` the categories that it may mean, `instead` what is shown if nothing was found. Server only. */
export async function loadList(ctx: Context, filter: ProductFilter, cursor: string | undefined) {
  const { filter: understood, meant, like } = await understandSearch(ctx, filter)
  const [list, facets] = await Promise.all([pageFrom(ctx, understood, cursor), recentFacets(ctx, understood)])
  const instead = list.total === 0 && filter.search ? await listInstead(ctx, filter.search) : null
  return { list, facets, meant, like, instead, cursor: cursor ?? null }
}

/** An invalid cursor starts at the beginning. */
async function pageFrom(ctx: Context, filter: ProductFilter, cursor: string | undefined) {
  try {
    return await listProducts(ctx, { ...filter, cursor, limit: pageSize })
  } catch (error) {
    if (cursor && isProblem(error) && error.code === 'malformed') return listProducts(ctx, { ...filter, limit: pageSize })
    throw error
  }
}
