import { sql } from 'drizzle-orm'
import { type AdRow, adColumns, adTables, type StoredAd, toAdRow } from '#features/ads/ad-row.ts'
import type { Context } from '#features/context.ts'
import { behind, pageOf, pageSize } from '#features/page-of.ts'
import { type ContentFilter, shownTo } from '#features/promotions/list-promotions.ts'

/** Ads, newest first: what is on, and for admins also what is off (spec §7). Problem `malformed` for a cursor that is not ours. */
export async function listAds(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  filter: ContentFilter = {},
): Promise<{ data: AdRow[]; next: string | null }> {
  const size = pageSize(filter)
  const { rows } = await db.execute<StoredAd>(sql`
    select ${adColumns} from ${adTables} where ${shownTo(actor, filter, sql`a`)} and ${behind(filter, sql`a.created_at`, sql`a.id`)}
    order by a.created_at desc, a.id desc limit ${size + 1}`)
  return pageOf(
    rows.map((row) => ({ row: toAdRow(row, actor.isAdmin), key: [row.created_at, row.id] })),
    size,
  )
}
