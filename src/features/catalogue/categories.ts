import { asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Database } from '#db/client.ts'
import { categories } from '#db/schema.ts'
import { sneakerSlugs, sneakersSlug } from '#domain/catalogue.ts'
import type { Context } from '#features/context.ts'
import { refusingViolation } from '#features/input.ts'

export const categoryRow = z.object({ id: z.uuid(), name: z.string(), slug: z.string(), parent_id: z.uuid().nullable() })
export type CategoryRow = z.infer<typeof categoryRow>

/** Categories in the order of the menu, parents before their children; `parentId` null means the top ones only. */
export async function listCategories(ctx: Pick<Context, 'db'>, { parentId }: { parentId?: string | null } = {}): Promise<CategoryRow[]> {
  return ctx.db
    .select({ id: categories.id, name: categories.name, slug: categories.slug, parent_id: categories.parent_id })
    .from(categories)
    .where(parentId === undefined ? undefined : parentId === null ? isNull(categories.parent_id) : eq(categories.parent_id, parentId))
    .orderBy(asc(categories.position), asc(categories.slug))
}

/** Finds a category's id by its slug, or by its name where only one is called so. */
export async function findCategories(db: Database): Promise<(text: string) => string | null> {
  const rows = await listCategories({ db })
  const bySlug = new Map(rows.map(({ slug, id }) => [slug, id]))
  return (text) => {
    const word = text.trim().toLowerCase()
    const named = rows.filter(({ name }) => name.toLowerCase() === word)
    return bySlug.get(word) ?? (named.length === 1 ? (named[0]?.id ?? null) : null)
  }
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

/** Runs a write of a product; a category that does not exist is named as a field. */
export function refusingUnknownCategory<Answer>(write: () => Promise<Answer>): Promise<Answer> {
  return refusingViolation('products_category_id_fkey', { category_id: "We don't know this category." }, write)
}
