import { sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { type PromotionRow, promotionColumns, type StoredPromotion, toPromotionRow } from '#features/promotions/promotion-row.ts'

/** One promotion; what is switched off is there for admins alone. Problem `promotion_not_found`. */
export async function getPromotion({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<PromotionRow> {
  const { rows } = isUuid(id)
    ? await db.execute<StoredPromotion>(
        sql`select ${promotionColumns} from promotional_content p where p.id = ${id} and (p.is_active or ${actor.isAdmin})`,
      )
    : { rows: [] }
  const [row] = rows
  if (!row) throw new Problem('promotion_not_found')
  return toPromotionRow(row, actor.isAdmin)
}
