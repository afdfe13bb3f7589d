import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { Problem } from '#domain/problem.ts'
import { type CategoryRow, listCategories, listOldSlugs } from '#features/catalogue/categories.ts'

/** A category as the panel lists it. */
export interface CategorySummary extends CategoryRow {
  /** Products of its own, without those of categories under it. */
  products: number
  /** Slugs that it had before, and those that were merged into it. */
  former: string[]
}

/** All categories, hidden ones too, in the order of the menu. */
export async function listCategorySummaries(ctx: Pick<Context, 'db' | 'actor'>): Promise<CategorySummary[]> {
  requirePermission(ctx, 'sell')
  const [rows, old, { rows: counts }] = [
    await listCategories(ctx),
    await listOldSlugs(ctx),
    await ctx.db.execute<{ id: string; products: number }>(sql`
      select category_id as id, count(*)::integer as products from products where archived_at is null and category_id is not null group by 1`),
  ]
  return rows.map((row) => ({
    ...row,
    products: counts.find(({ id }) => id === row.id)?.products ?? 0,
    former: old.filter(({ now }) => now === row.slug).map(({ slug }) => slug),
  }))
}

/** One of them. */
export function summaryOf(summaries: CategorySummary[], id: string): CategorySummary {
  const row = summaries.find((each) => each.id === id)
  if (!row) throw new Problem('category_not_found')
  return row
}
