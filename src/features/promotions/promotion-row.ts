import { type SQL, sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'
import { type Content, contentRefusal } from '#domain/promotion.ts'
import { iso } from '#features/orders/order-row.ts'

/** A row of `promotional_content`. `created_by` is for admins. */
export interface PromotionRow extends Content {
  id: string
  title: string
  description: string | null
  is_active: boolean
  created_by?: string | null
  created_at: string
}

/** The columns in SQL; the table is called `p`. */
export const promotionColumns: SQL = sql`p.id, p.title, p.description, p.content_type, p.content_url, p.poster_url, p.is_active, p.created_by, p.created_at`

export type StoredPromotion = Required<PromotionRow> & Record<string, unknown>

export function toPromotionRow({ created_by, ...stored }: StoredPromotion, forAdmin: boolean): PromotionRow {
  const { id, title, description, content_type, content_url, poster_url, is_active } = stored
  const row = { id, title, description, content_type, content_url, poster_url, is_active, created_at: iso(stored.created_at) }
  return forAdmin ? { ...row, created_by } : row
}

/** A promotion as it would be written: only a video has a poster. Problem `bad_input`. */
export function checkedContent<Columns extends Content>(columns: Columns): Columns {
  const checked = columns.content_type === 'video' ? columns : { ...columns, poster_url: null }
  const fields = contentRefusal(checked)
  if (fields) throw new Problem('bad_input', { fields })
  return checked
}
