import { inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#db/client.ts'
import { categories, products } from '#db/schema.ts'
import { sneakerSlugs, sneakersSlug } from '#domain/catalogue.ts'

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

/** SQL: the product stands in one of them. The ids are looked up first: `in` with a query, where `or` joins it to something else, is found by no index. */
export function ofCategories(db: Database, named: string[]): SQL {
  return sql`${products.category_id} = any (array${categoryIds(db, named)})`
}
