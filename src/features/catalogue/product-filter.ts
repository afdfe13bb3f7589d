import { and, eq, exists, gte, ilike, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#db/client.ts'
import { categories, productSize, products } from '#db/schema.ts'
import { type ProductFilter, sneakerSlugs, sneakersSlug } from '#domain/catalogue.ts'
import { fromShillings } from '#domain/money.ts'
import { literal } from '#features/search-text.ts'

/** What a filter means in SQL, on `products`. Archived products are in no list. */
export function matching(db: Database, filter: ProductFilter, search: 'plain' | 'near' = 'plain'): SQL | undefined {
  return and(
    isNull(products.archived_at),
    filter.category ? inArray(products.category_id, categoryIds(db, [filter.category])) : undefined,
    filter.kinds ? inArray(products.category_id, categoryIds(db, filter.kinds)) : undefined,
    filter.search ? (search === 'plain' ? ilike(products.name, `%${literal(filter.search)}%`) : near(filter.search)) : undefined,
    filter.size
      ? exists(
          db
            .select({ one: sql`1` })
            .from(productSize)
            .where(sql`${productSize.product_id} = ${products.id} and ${productSize.label} = ${filter.size} and ${productSize.stock} > 0`),
        )
      : undefined,
    filter.minPrice === undefined ? undefined : gte(products.unit_price, fromShillings(filter.minPrice)),
    filter.maxPrice === undefined ? undefined : lte(products.unit_price, fromShillings(filter.maxPrice)),
    filter.isFeatured === undefined ? undefined : eq(products.is_featured, filter.isFeatured),
    filter.isAvailable === undefined ? undefined : eq(products.is_available, filter.isAvailable),
  )
}

/** How near a name comes to a search: some word of it may be misspelt (pg_trgm). 0 to 1. */
export function nearness(search: string): SQL<number> {
  return sql<number>`word_similarity(${search}, ${products.name})`
}

/** The categories themselves and their children; `sneakers` is the union of the sneaker categories (decisions, Catalogue). */
export function categoryIds(db: Database, named: string[]) {
  const parent = alias(categories, 'parent')
  const slugs = named.flatMap((slug) => (slug === sneakersSlug ? sneakerSlugs : [slug]))
  return db
    .select({ id: categories.id })
    .from(categories)
    .leftJoin(parent, sql`${parent.id} = ${categories.parent_id}`)
    .where(or(inArray(categories.slug, slugs), inArray(parent.slug, slugs)))
}

/** By the index of names; how near is near enough, every connection knows (db/client.ts). */
function near(search: string): SQL {
  return sql`${search} <% ${products.name}`
}
