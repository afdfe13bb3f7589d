import { and, eq, exists, gt, gte, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { memoizeFor } from '#core/memo.ts'
import type { Database } from '#db/client.ts'
import { withoutPreparedPlan } from '#db/database-connection.ts'
import { productSize, products } from '#db/schema.ts'
import type { ProductFilter, SearchMatch } from '#domain/catalogue.ts'
import { fromShillings } from '#domain/money.ts'
import { categoryIds, readCategories } from '#features/catalogue/categories.ts'

/** What a filter means in SQL, on `products`. Archived products are in no list. A search is to be understood before (understand-search.ts). */
export async function matching(db: Database, filter: ProductFilter): Promise<SQL> {
  return and(
    isNull(products.archived_at),
    filter.category ? await inCategory(db, filter.category) : undefined,
    filter.match ? matchingSearch(db, filter.match, await hasManyProducts(db)) : undefined,
    filter.size ? exists(inStock(db, [filter.size])) : undefined,
    hasPrice(filter),
    filter.isFeatured === undefined ? undefined : eq(products.is_featured, filter.isFeatured),
    filter.isAvailable === undefined ? undefined : eq(products.is_available, filter.isAvailable),
  ) as SQL
}

/** By their ids, which this process keeps: looked up by each statement, they would be a quarter of its time. */
async function inCategory(db: Database, slug: string): Promise<SQL> {
  return sql`${products.category_id} = any (${sql.param(categoryIds(await readCategories({ db }), [slug]))}::uuid[])`
}

export function hasPrice({ minPrice, maxPrice }: ProductFilter): SQL | undefined {
  return and(
    minPrice === undefined ? undefined : gte(products.unit_price, fromShillings(minPrice)),
    maxPrice === undefined ? undefined : lte(products.unit_price, fromShillings(maxPrice)),
  )
}

/** A condition for each word is the quicker one where there are many products; one for all of them is one text, whose plan is kept. */
function matchingSearch(db: Database, { words = [], sizes = [], onOffer, forKids }: SearchMatch, isLarge: boolean): SQL | undefined {
  const all = words.includes('') ? '' : words.map((word) => `(${word})`).join(' & ')
  const conditions = isLarge || words.length === 0 ? words : [all]
  return and(
    ...conditions.map((condition) => sql`${products.search} @@ ${condition}::tsquery`),
    sizes.length > 0 ? exists(inStock(db, sizes)) : undefined,
    onOffer ? gt(products.discount_percentage, 0) : undefined,
    // A product with EU 35 or a smaller size is for children, who have no category; the index product_size_for_kids has the same pattern.
    forKids ? sql`exists (select from product_size z where z.product_id = ${products.id} and z.label ~ '^([0-2][0-9]|3[0-5])$')` : undefined,
  )
}

/** Sizes in stock, of the given labels or of any, of the product that the query is about. */
export function inStock(db: Database, labels: string[] = []) {
  return db
    .select({ one: sql`1` })
    .from(productSize)
    .where(
      and(
        sql`${productSize.product_id} = ${products.id} and ${productSize.stock} > 0`,
        labels.length > 0 ? sql`${productSize.label} = any (${sql.param(labels)}::text[])` : undefined,
      ),
    )
}

/**
 * The products that are first in an order, as a table that conditions on `products` apply to: many meet a common condition, and for a rare one an index finds
 * all of them soon.
 */
export function firstProducts(most: number, order: SQL, behind = sql`true`): SQL {
  return sql`(select * from ${products} where ${products.archived_at} is null and ${behind} order by ${order} limit ${sql.raw(String(most))}) as products`
}

/**
 * Whether any product matches. In a large shop one of the newest, or any; the second is planned as for all matches and left at the first: with a plain `limit 1`
 * the planner reads the whole table in the hope of an early match, which never comes for a word that no product has. A small table is soon read.
 */
export async function hasProduct(db: Database, where: SQL): Promise<boolean> {
  if (!(await hasManyProducts(db))) return (await db.execute(sql`select from ${products} where ${where} limit 1`)).rows.length > 0
  const newest = firstProducts(500, sql`${products.created_at} desc, ${products.id} desc`)
  const { rows } = await db.execute(sql`
    with found as materialized (select ${products.id} from ${products} where ${where})
    (select from ${newest} where ${where} limit 1) union all (select from found limit 1) limit 1 ${withoutPreparedPlan}`)
  return rows.length > 0
}

/** Whether the shop has so many products that counting what matches takes noticeably long. PostgreSQL's statistics, at most a minute old. */
export function hasManyProducts(db: Database): Promise<boolean> {
  return memoizeFor(db, 'many products', async () => {
    const { rows } = await db.execute<{ many: boolean }>(sql`select reltuples > 5000 as many from pg_class where oid = 'products'::regclass`)
    return rows[0]?.many ?? false
  })
}

/** Ends a statement about products. In a large shop the best plan depends on the words and the category; in a small one planning takes as long as reading. */
export async function planFor(db: Database): Promise<SQL> {
  return (await hasManyProducts(db)) ? withoutPreparedPlan : sql``
}
