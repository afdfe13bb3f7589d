import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'
import { behind, type Paging, pageOf, pageSize } from '#features/page-of.ts'
import { type PromotionRow, promotionColumns, type StoredPromotion, toPromotionRow } from '#features/promotions/promotion-row.ts'
import { holding } from '#features/search-text.ts'

export interface ContentFilter extends Paging {
  /** Part of a title. */
  search?: string | undefined
  is_active?: boolean | undefined
}

/** Promotional content, newest first: what is on, and for admins also what is off (spec §7). Problem `malformed` for a cursor that is not ours. */
export async function listPromotions(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  filter: ContentFilter = {},
): Promise<{ data: PromotionRow[]; next: string | null }> {
  const size = pageSize(filter)
  const { rows } = await db.execute<StoredPromotion>(sql`
    select ${promotionColumns} from promotional_content p where ${shownTo(actor, filter, sql`p`)} and ${behind(filter, sql`p.created_at`, sql`p.id`)}
    order by p.created_at desc, p.id desc limit ${size + 1}`)
  return pageOf(
    rows.map((row) => ({ row: toPromotionRow(row, actor.isAdmin), key: [row.created_at, row.id] })),
    size,
  )
}

/** SQL: a row of a table with `title` and `is_active` is asked for, and may be seen by who asks. */
export function shownTo({ isAdmin }: { isAdmin: boolean }, { search, is_active }: ContentFilter, table: SQL): SQL {
  const conditions: SQL[] = []
  if (!isAdmin) conditions.push(sql`${table}.is_active`)
  if (is_active !== undefined) conditions.push(is_active ? sql`${table}.is_active` : sql`not ${table}.is_active`)
  const wanted = holding(search)
  if (wanted) conditions.push(sql`${table}.title ilike ${wanted}`)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}
