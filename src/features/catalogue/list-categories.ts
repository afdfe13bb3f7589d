import { asc, eq, isNull } from 'drizzle-orm'
import { categories } from '#db/schema.ts'
import type { Context } from '#features/context.ts'

/** Categories in the order of the menu, parents before their children; `parentId` null means the top ones only. */
export async function listCategories(ctx: Context, filter: { parentId?: string | null } = {}) {
  const { parentId } = filter
  return ctx.db
    .select({ id: categories.id, name: categories.name, slug: categories.slug, parent_id: categories.parent_id })
    .from(categories)
    .where(parentId === undefined ? undefined : parentId === null ? isNull(categories.parent_id) : eq(categories.parent_id, parentId))
    .orderBy(asc(categories.position), asc(categories.slug))
}
