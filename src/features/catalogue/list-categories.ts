import { asc } from 'drizzle-orm'
import { categories } from '#db/schema.ts'
import type { Context } from '#features/context.ts'

/** All categories, parents before their children. */
export async function listCategories(ctx: Context) {
  return ctx.db.select().from(categories).orderBy(asc(categories.position), asc(categories.slug))
}
