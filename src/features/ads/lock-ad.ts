import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { Problem } from '#domain/problem.ts'
import type { AdRow } from '#features/ads/ad-row.ts'
import { getAd } from '#features/ads/get-ad.ts'
import { theShop } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'

/** Locks an ad until the transaction ends, so that two admins change it one after the other. Problem `ad_not_found`. */
export async function lockAd(tx: Database, id: string): Promise<AdRow> {
  const { rows } = isUuid(id) ? await tx.execute(sql`select from ads where id = ${id} for update`) : { rows: [] }
  if (rows.length === 0) throw new Problem('ad_not_found')
  return getAd({ db: tx, actor: theShop }, id)
}

/** The columns of the table itself, for the audit log. */
export function loggedAd({ promotional_content: _, has_embed: __, ...columns }: AdRow): Record<string, unknown> {
  return columns
}
