import { inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#db/client.ts'
import { categories } from '#db/schema.ts'
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
