import { sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'
import { type AdRow, adColumns, adTables, type StoredAd, toAdRow } from '#features/ads/ad-row.ts'
import type { Context } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'

/** One ad; what is switched off is there for admins alone. Problem `ad_not_found`. */
export async function getAd({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<AdRow> {
  const { rows } = isUuid(id)
    ? await db.execute<StoredAd>(sql`select ${adColumns} from ${adTables} where a.id = ${id} and (a.is_active or ${actor.isAdmin})`)
    : { rows: [] }
  const [row] = rows
  if (!row) throw new Problem('ad_not_found')
  return toAdRow(row, actor.isAdmin)
}
