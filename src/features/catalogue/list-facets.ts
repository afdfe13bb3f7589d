import { count, eq, max, min, sql } from 'drizzle-orm'
import { productSize, products } from '#db/schema.ts'
import type { ProductFilter } from '#domain/catalogue.ts'
import { toShillings } from '#domain/money.ts'
import { foundFirst, matching } from '#features/catalogue/product-filter.ts'
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
  const { rows } = await ctx.db.execute<{ many: boolean }>(sql`select reltuples > ${few} as many from pg_class where oid = 'products'::regclass`)
  return rows[0]?.many ? memoizeFor(ctx.db, `facets ${JSON.stringify(filter)}`, () => listFacets(ctx, filter)) : listFacets(ctx, filter)
}

/** So many products are counted without a noticeable wait. */
const few = 5000

/** What a list can be narrowed by. A facet is counted without its own choice, so that another size can still be picked. */
export async function listFacets(ctx: Pick<Context, 'db'>, asked: ProductFilter): Promise<Facets> {
  const { db } = ctx
  const { filter } = await understandSearch(ctx, asked)
  const anyPrice = matching(db, { ...filter, minPrice: undefined, maxPrice: undefined })
  const priced = db
    .select({ price: products.unit_price })
    .from(products)
    .where(filter.match ? foundFirst(anyPrice) : anyPrice)
    .as('priced')
  const [sizes, [prices]] = await Promise.all([
    db
      .select({ label: productSize.label, count: count() })
      .from(productSize)
      .innerJoin(products, eq(products.id, productSize.product_id))
      .where(sql`${productSize.stock} > 0 and ${matching(db, { ...filter, size: undefined })}`)
      .groupBy(productSize.label),
    db.select({ least: min(priced.price), most: max(priced.price) }).from(priced),
  ])
  return {
    sizes: sizes.sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true })),
    minPrice: toShillings(prices?.least ?? 0),
    maxPrice: toShillings(prices?.most ?? 0),
  }
}
