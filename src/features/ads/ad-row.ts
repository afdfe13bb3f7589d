import { type SQL, sql } from 'drizzle-orm'
import type { Content } from '#domain/promotion.ts'
import { iso } from '#features/orders/order-row.ts'

/** A row of `ads`, joined with the promotional content it links to. `click_count`, `embed_code` and `created_by` are for admins. */
export interface AdRow {
  id: string
  title: string
  description: string | null
  target_url: string
  promotional_content_id: string | null
  promotional_content: (Content & { title: string; description: string | null; is_active: boolean }) | null
  image_url: string | null
  is_active: boolean
  is_sponsored: boolean
  /** Whether there is code of a network to show in a frame. */
  has_embed: boolean
  embed_code?: string | null
  click_count?: number
  created_by?: string | null
  created_at: string
}

/** The columns in SQL; the tables are called `a` and `p`. */
export const adColumns: SQL = sql`
  a.id, a.title, a.description, a.target_url, a.promotional_content_id, a.image_url, a.is_active, a.is_sponsored, a.embed_code is not null as has_embed, a.embed_code,
  a.click_count, a.created_by, a.created_at,
  case when p.id is not null then jsonb_build_object('title', p.title, 'description', p.description, 'content_type', p.content_type, 'content_url', p.content_url, 'poster_url', p.poster_url,
    'is_active', p.is_active) end as promotional_content`
export const adTables: SQL = sql`ads a left join promotional_content p on p.id = a.promotional_content_id`

export type StoredAd = Required<AdRow> & Record<string, unknown>

/** Whoever is no admin sees no content that is switched off. */
export function toAdRow({ click_count, embed_code, created_by, promotional_content: content, ...stored }: StoredAd, forAdmin: boolean): AdRow {
  const { id, title, description, target_url, promotional_content_id, image_url, is_active, is_sponsored, has_embed } = stored
  const isShown = forAdmin || content?.is_active === true
  const row = {
    id,
    title,
    description,
    target_url,
    promotional_content_id: isShown ? promotional_content_id : null,
    promotional_content: isShown ? content : null,
    image_url,
    is_active,
    is_sponsored,
    has_embed,
    created_at: iso(stored.created_at),
  }
  return forAdmin ? { ...row, embed_code, click_count, created_by } : row
}
