import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { refusingViolation } from '#core/input.ts'
import type { Database } from '#db/client.ts'
import { categories } from '#db/schema.ts'
import { may } from '#domain/roles.ts'

/** A row of `categories` (spec §3), with what the owner says of it. */
export const categoryRow = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  parent_id: z.uuid().nullable(),
  position: z.int().meta({ description: 'Its place among its neighbours, from 0' }),
  is_hidden: z.boolean().meta({ description: 'In no menu. Only who may sell sees hidden ones' }),
  is_sneaker: z.boolean().meta({ description: 'On the page of all sneakers' }),
  image_url: z.string().nullable(),
})
export type CategoryRow = z.infer<typeof categoryRow>

/** In the order of the menu, top ones before those under them. */
export async function readCategoryRows(db: Database, where: SQL = sql`true`): Promise<CategoryRow[]> {
  const { id, name, slug, parent_id, position, is_hidden, is_sneaker, image_url } = categories
  return db
    .select({ id, name, slug, parent_id, position, is_hidden, is_sneaker, image_url })
    .from(categories)
    .where(where)
    .orderBy(sql`${parent_id} is not null`, position, slug)
}

/** Categories in the order of the menu, parents before their children; for who sells also the hidden ones. `parentId` null means the top ones only. */
export async function listCategories(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { parentId }: { parentId?: string | null } = {},
): Promise<CategoryRow[]> {
  const rows = await readCategoryRows(db)
  const isShown = ({ is_hidden, parent_id }: CategoryRow) => !is_hidden && !rows.some(({ id, is_hidden }) => id === parent_id && is_hidden)
  return rows.filter((row) => (may(actor, 'sell') || isShown(row)) && (parentId === undefined || row.parent_id === parentId))
}

/** The slugs that categories had before, each with that of now. */
export async function listOldSlugs({ db }: Pick<Context, 'db'>): Promise<{ slug: string; now: string }[]> {
  const { rows } = await db.execute<{ slug: string; now: string }>(sql`
    select o.slug, c.slug as now from category_old_slugs o join categories c on c.id = o.category_id order by o.slug`)
  return rows
}

/** Finds a category's id by its slug, also one that it had before, or by its name where only one is called so. */
export async function findCategories(db: Database): Promise<(text: string) => string | null> {
  const rows = await readCategoryRows(db)
  const bySlug = new Map(rows.map(({ slug, id }) => [slug, id]))
  for (const { slug, now } of await listOldSlugs({ db })) bySlug.set(slug, bySlug.get(now) as string)
  return (text) => {
    const word = text.trim().toLowerCase()
    const named = rows.filter(({ name }) => name.toLowerCase() === word)
    return bySlug.get(word) ?? (named.length === 1 ? (named[0]?.id ?? null) : null)
  }
}

/** Runs a write of a product; a category that does not exist is named as a field. */
export function refusingUnknownCategory<Answer>(write: () => Promise<Answer>): Promise<Answer> {
  return refusingViolation('products_category_id_fkey', { category_id: "We don't know this category." }, write)
}
