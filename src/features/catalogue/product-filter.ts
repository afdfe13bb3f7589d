import { and, eq, exists, gte, ilike, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { productSize, products } from '#db/schema.ts'
import { withoutPreparedPlan } from '#db/without-prepared-plan.ts'
import type { ProductFilter } from '#domain/catalogue.ts'
import { fromShillings } from '#domain/money.ts'
import type { SearchWord } from '#domain/search.ts'
import { categoryIds, ofCategories } from '#features/catalogue/categories.ts'
import { hasWord, matchesQuery } from '#features/catalogue/query-filter.ts'
import { literal } from '#features/search-text.ts'

/** What a filter means in SQL, on `products`. Archived products are in no list. */
export function matching(db: Database, filter: ProductFilter, search: 'plain' | 'near' = 'plain'): SQL | undefined {
  return and(
    isNull(products.archived_at),
    filter.category ? inArray(products.category_id, categoryIds(db, [filter.category])) : undefined,
    filter.query ? matchesQuery(db, filter.query.query, filter.query.hues) : undefined,
    filter.kinds ? inArray(products.category_id, categoryIds(db, filter.kinds)) : undefined,
    filter.search ? (search === 'plain' ? ilike(products.name, `%${literal(filter.search)}%`) : near(filter.search)) : undefined,
    ...(filter.words ?? []).map((word) => saying(db, word)),
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

/**
 * Whether any product matches. It plans the query as for all matches and stops at the first: with a plain `limit 1` the planner reads the whole table in the
 * hope of an early match, which never comes for a word that no product has.
 */
export async function hasProduct(db: Database, where: SQL | undefined): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with found as materialized (select ${products.id} from ${products} where ${where}) select from found limit 1 ${withoutPreparedPlan}`)
  return rows.length > 0
}

/**
 * The same condition for a query that sorts, or takes the least: it finds all matching rows first, by the index of the search. The sort order has an index too,
 * and for words that only one name has together the planner would read that index to its end.
 */
export function foundFirst(where: SQL | undefined): SQL {
  return sql`${where} offset 0`
}

/** Each way has an index of its own, and the planner combines them. */
function saying(db: Database, { word, categories }: SearchWord): SQL | undefined {
  return or(categories.length > 0 ? ofCategories(db, categories) : undefined, hasWord(word), hasWord(word, products.style_words))
}

/** How near a name comes to a search: some word of it may be misspelt (pg_trgm). 0 to 1. */
export function nearness(search: string): SQL<number> {
  return sql<number>`word_similarity(${search}, ${products.name})`
}

/** Uses the index of names; every connection sets the threshold (db/client.ts). */
function near(search: string): SQL {
  return sql`${search} <% ${products.name}`
}
