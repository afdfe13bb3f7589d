import { and, desc, exists } from 'drizzle-orm'
import { products } from '#db/schema.ts'
import type { ProductCard } from '#domain/catalogue.ts'
import { describeQuery } from '#domain/describe-query.ts'
import { looserQueries } from '#domain/search-query.ts'
import { listCards, listPopular } from '#features/catalogue/list-popular.ts'
import { foundFirst, inStock, matching } from '#features/catalogue/product-filter.ts'
import { matchesOf, readSearch } from '#features/catalogue/read-search.ts'
import type { Context } from '#features/context.ts'

export interface Instead {
  /** What comes nearest to the search, in words; null where no part of the search finds a product in stock. */
  nearest: { words: string; products: ProductCard[] } | null
  popular: ProductCard[]
}

/** The maximum of each list. */
const most = 6

/** What to show for a search that found nothing: only what can be bought. */
export async function listInstead(ctx: Pick<Context, 'db'>, search: string): Promise<Instead> {
  const [nearest, popular] = await Promise.all([findNearest(ctx, search), listPopular(ctx, 2 * most)])
  const shown = new Set(nearest?.products.map(({ id }) => id))
  return { nearest, popular: popular.filter(({ id }) => !shown.has(id)).slice(0, most) }
}

async function findNearest(ctx: Pick<Context, 'db'>, search: string): Promise<Instead['nearest']> {
  for (const query of looserQueries((await readSearch(ctx, search)).query)) {
    const { minPrice, maxPrice } = query
    for (const match of await matchesOf(ctx, query)) {
      const where = and(matching(ctx.db, { minPrice, maxPrice, isAvailable: true, match }), exists(inStock(ctx.db)))
      const found = ctx.db
        .select({ id: products.id, created_at: products.created_at })
        .from(products)
        // A colour or a name may match no product; kinds and sizes match soon among the newest.
        .where(query.colours.length + query.names.length > 0 ? foundFirst(where) : where)
        .as('found')
      const rows = await ctx.db.select({ id: found.id }).from(found).orderBy(desc(found.created_at), desc(found.id)).limit(most)
      const cards = await listCards(
        ctx,
        rows.map(({ id }) => id),
      )
      if (cards.length > 0) return { words: describeQuery(query), products: cards }
    }
  }
  return null
}
