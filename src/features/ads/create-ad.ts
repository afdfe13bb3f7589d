import { sql } from 'drizzle-orm'
import { newAd } from '#features/ads/ad-input.ts'
import type { AdRow } from '#features/ads/ad-row.ts'
import { getAd } from '#features/ads/get-ad.ts'
import { loggedAd } from '#features/ads/lock-ad.ts'
import { refusingUnknownContent } from '#features/ads/refuse-content.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { refusingRemovedFile } from '#features/files/refuse-removed.ts'
import { requireStored } from '#features/files/require-stored.ts'
import { read } from '#features/input.ts'
import { writeAudit } from '#features/write-audit.ts'

/** Makes an ad, with a picture that was uploaded before or without one (spec §5, Ad form). Problems: signed_out, forbidden, bad_input. */
export async function createAd(ctx: Context, sent: unknown): Promise<AdRow> {
  const { userId } = requireAdmin(ctx)
  const { title, description, target_url, promotional_content_id, image_url, is_sponsored, is_active } = read(newAd, sent)
  const create = () =>
    ctx.db.transaction(async (tx) => {
      await requireStored(tx, { image_url })
      const { rows } = await tx.execute<{ id: string }>(sql`
        insert into ads (title, description, target_url, promotional_content_id, image_url, is_sponsored, is_active, created_by, created_at)
        values (${title}, ${description}, ${target_url}, ${promotional_content_id}::uuid, ${image_url}, ${is_sponsored}, ${is_active}, ${userId}::uuid, ${ctx.now})
        returning id`)
      const row = await getAd({ db: tx, actor: ctx.actor }, (rows[0] as { id: string }).id)
      await writeAudit(tx, ctx, { action: 'ad created', table: 'ads', id: row.id, after: loggedAd(row) })
      return row
    })
  return refusingUnknownContent(() => refusingRemovedFile('image_url', create))
}
