import { and, asc, count, desc, exists, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { productSize, products, shelf } from '#db/schema.ts'
import { chatLimits, type ReplyProduct } from '#domain/assistant.ts'
import type { SearchQuery } from '#domain/search-query.ts'
import { matching } from '#features/catalogue/product-filter.ts'
import { huesOf, inStock } from '#features/catalogue/query-filter.ts'
import { cardColumns, toCard } from '#features/catalogue/to-card.ts'
import { toReplyProduct } from '#features/chat/to-reply-product.ts'
import type { Context } from '#features/context.ts'

/** The highest number of shoes that an answer states. */
export const mostFound = 100

export interface FoundShoes {
  /** At most six, as the query sorts them. */
  products: ReplyProduct[]
  /** Counted up to a hundred; 101 where there are more. */
  total: number
}

/**
 * The products on the shelf that match a query: in stock, in one of the sizes if it names any, and meeting all other conditions. Where no name has a colour,
 * its shades are searched. `soldOut` also finds products that are sold out.
 */
export async function findShoes(ctx: Pick<Context, 'db'>, query: SearchQuery, { soldOut = false } = {}): Promise<FoundShoes> {
  const { where, total } = await countShoes(ctx, query, soldOut)
  return { products: total > 0 ? await cards(ctx, query, where) : [], total }
}

async function countShoes({ db }: Pick<Context, 'db'>, query: SearchQuery, soldOut: boolean): Promise<{ where: SQL | undefined; total: number }> {
  const { minPrice, maxPrice } = query
  for (const hues of huesOf(query.colours)) {
    const shown = matching(db, { minPrice, maxPrice, query: { query, hues }, ...(!soldOut && { isAvailable: true }) })
    const where = and(shown, soldOut ? undefined : exists(inStock(db)))
    const some = db
      .select({ id: products.id })
      .from(products)
      .where(where)
      .limit(mostFound + 1)
      .as('some')
    const [counted] = await db.select({ total: count() }).from(some)
    if (counted && counted.total > 0) return { where, total: counted.total }
  }
  return { where: sql`false`, total: 0 }
}

/** Sizes in stock among the products that a query finds without its own sizes. */
export async function sizesAmong(ctx: Pick<Context, 'db'>, query: SearchQuery): Promise<string[]> {
  const { where } = await countShoes(ctx, { ...query, sizes: [] }, false)
  const rows = await ctx.db
    .selectDistinct({ label: productSize.label })
    .from(productSize)
    .where(and(gt(productSize.stock, 0), inArray(productSize.product_id, ctx.db.select({ id: products.id }).from(products).where(where))))
  return rows.map(({ label }) => label)
}

async function cards({ db }: Pick<Context, 'db'>, query: SearchQuery, where: SQL | undefined): Promise<ReplyProduct[]> {
  const { key, shown } = orders[query.sort ?? 'newest']
  const ids = db.select({ id: products.id }).from(products).where(where).orderBy(key, desc(products.id)).limit(chatLimits.products)
  const rows = await db.select(cardColumns).from(shelf).where(inArray(shelf.id, ids)).orderBy(shown, desc(shelf.id))
  return rows.map((row) => toReplyProduct(toCard(row)))
}

const orders = {
  newest: { key: desc(products.created_at), shown: desc(shelf.created_at) },
  'price-low': { key: asc(products.unit_price), shown: asc(shelf.unit_price) },
  'price-high': { key: desc(products.unit_price), shown: desc(shelf.unit_price) },
  discount: { key: desc(products.discount_percentage), shown: desc(shelf.discount_percentage) },
}
