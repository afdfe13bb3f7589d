import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { Problem } from '#domain/problem.ts'
import { isUuid } from '#features/cursor.ts'
import { type PromotionRow, promotionColumns, type StoredPromotion, toPromotionRow } from '#features/promotions/promotion-row.ts'

/** Locks a promotion until the transaction ends, so that two admins change it one after the other. Problem `promotion_not_found`. */
export async function lockPromotion(tx: Database, id: string): Promise<PromotionRow> {
  const { rows } = isUuid(id)
    ? await tx.execute<StoredPromotion>(sql`select ${promotionColumns} from promotional_content p where p.id = ${id} for update`)
    : { rows: [] }
  const [row] = rows
  if (!row) throw new Problem('promotion_not_found')
  return toPromotionRow(row, true)
}
