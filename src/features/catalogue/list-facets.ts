import { sql } from 'drizzle-orm'
import { productSize, products } from '#db/schema.ts'
import type { ProductFilter } from '#domain/catalogue.ts'
import { foundFirst, hasManyProducts, matching } from '#features/catalogue/product-filter.ts'
import { understandSearch } from '#features/catalogue/understand-search.ts'
import type { Context } from '#features/context.ts'
import { memoizeFor } from '#features/memoize-for.ts'

export interface Facets {
  /** Sizes that some listed product has in stock, in their natural order, with the number of products. */
  sizes: { label: string; count: number }[]
  /** KSh after discount; 0 and 0 for an empty list. */
  minPrice: number
  maxPrice: number
}

/** The same for pages: for a large list the counts may be a minute old. Small shops are counted each time. */
export async function recentFacets(ctx: Context, filter: ProductFilter): Promise<Facets> {
  return (await hasManyProducts(ctx.db))
    ? memoizeFor(ctx.db, `facets ${JSON.stringify(filter)}`, () => listFacets(ctx, filter))
    : listFacets(ctx, filter)
}

/** The sizes that the products of a filter have in stock, in no order. A search is to be understood before. */
export async function listSizes({ db }: Pick<Context, 'db'>, filter: ProductFilter): Promise<Facets['sizes']> {
  const { rows } = await db.execute<{ sizes: Facets['sizes'] }>(sql`select ${sizesOf(db, filter)} as sizes`)
  return rows[0]?.sizes ?? []
}

const sizesOf = (db: Context['db'], filter: ProductFilter) => sql`array(
  select json_build_object('label', ${productSize.label}, 'count', count(*)) from ${productSize} join ${products} on ${products.id} = ${productSize.product_id}
  where ${productSize.stock} > 0 and ${matching(db, filter)} group by ${productSize.label})`

/** What a list can be narrowed by. A facet is counted without its own choice, so that another size can still be picked. */
export async function listFacets(ctx: Pick<Context, 'db'>, asked: ProductFilter): Promise<Facets> {
  const { db } = ctx
  const { filter } = await understandSearch(ctx, asked)
  const anyPrice = matching(db, { ...filter, minPrice: undefined, maxPrice: undefined })
  const { rows } = await db.execute<{ sizes: Facets['sizes']; least: string | null; most: string | null }>(sql`
    select min(priced.price) as least, max(priced.price) as most, ${sizesOf(db, { ...filter, size: undefined })} as sizes
    from (select ${products.unit_price} as price from ${products} where ${filter.match ? foundFirst(anyPrice) : anyPrice}) as priced`)
  const { sizes, least, most } = rows[0] as (typeof rows)[number]
  return {
    sizes: sizes.sort((a, b) => naturally.compare(a.label, b.label)),
    minPrice: Number(least ?? 0),
    maxPrice: Number(most ?? 0),
  }
}

/** `localeCompare` would make one for each pair. */
const naturally = new Intl.Collator('en', { numeric: true })
