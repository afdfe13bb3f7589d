import { and, exists, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { memoizeFor } from '#core/memo.ts'
import { productSize, products } from '#db/schema.ts'
import type { ProductFilter } from '#domain/catalogue.ts'
import { hasManyProducts, hasPrice, inStock, matching, planFor } from '#features/catalogue/product-filter.ts'
import { understandSearch } from '#features/catalogue/understand-search.ts'

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
  const { rows } = await db.execute<{ sizes: Facets['sizes'] }>(
    sql`select ${sizesOf(sql`${products}`, await matching(db, filter))} as sizes ${await planFor(db)}`,
  )
  return rows[0]?.sizes ?? []
}

/** @param shelf what is called `products` in the condition */
const sizesOf = (shelf: SQL, where: SQL | undefined) => sql`array(
  select json_build_object('label', ${productSize.label}, 'count', count(*)) from ${productSize} join ${shelf} on ${products.id} = ${productSize.product_id}
  where ${and(sql`${productSize.stock} > 0`, where)} group by ${productSize.label})`

/** What a list can be narrowed by. A facet is counted without its own choice, so that another size can still be picked. */
export async function listFacets(ctx: Pick<Context, 'db'>, asked: ProductFilter): Promise<Facets> {
  const { db } = ctx
  const { size, minPrice, maxPrice, ...others } = (await understandSearch(ctx, asked)).filter
  const common = await matching(db, others)
  // What a search finds is looked up once; of a whole category the indexes tell the prices sooner.
  const [found, shelf, where] = others.match
    ? [sql`with found as materialized (select ${products.id}, ${products.unit_price} from ${products} where ${common})`, sql`found as products`]
    : [sql``, sql`${products}`, common]
  const { rows } = await db.execute<{ sizes: Facets['sizes']; least: string | null; most: string | null }>(sql`
    ${found} select min(${products.unit_price}) as least, max(${products.unit_price}) as most,
      ${sizesOf(shelf, and(where, hasPrice({ minPrice, maxPrice })))} as sizes
    from ${shelf} where ${and(sql`true`, where, size ? exists(inStock(db, [size])) : undefined)} ${await planFor(db)}`)
  const { sizes, least, most } = rows[0] as (typeof rows)[number]
  return {
    sizes: sizes.sort((a, b) => naturally.compare(a.label, b.label)),
    minPrice: Number(least ?? 0),
    maxPrice: Number(most ?? 0),
  }
}

/** `localeCompare` would make one for each pair. */
const naturally = new Intl.Collator('en', { numeric: true })
