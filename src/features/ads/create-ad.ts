import { sql } from 'drizzle-orm'
import { checkedAd, newAd } from '#features/ads/ad-input.ts'
import type { AdRow } from '#features/ads/ad-row.ts'
import { getAd } from '#features/ads/get-ad.ts'
import { loggedAd } from '#features/ads/lock-ad.ts'
import { refusingUnknownContent } from '#features/ads/refuse-content.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { keepWebFiles } from '#features/files/keep-web-files.ts'
import { refusingRemovedFile } from '#features/files/refuse-removed.ts'
import { requireStored } from '#features/files/require-stored.ts'
import { idempotentId, sameAsBefore } from '#features/idempotent-create.ts'
import { read } from '#features/input.ts'
import { writeAudit } from '#features/write-audit.ts'

/**
 * Makes an ad (spec §5, Ad form), once for each key of a form, without a picture, with one that was uploaded before, or with one of another site, which is
 * fetched and kept. Problems: signed_out, forbidden, bad_input, made_already, and those of `keepWebFiles`.
 */
export async function createAd(ctx: Context, sent: unknown, key?: string): Promise<AdRow> {
  const { userId } = requireAdmin(ctx)
  const columns = checkedAd(await keepWebFiles(ctx, read(newAd, sent), { image_url: 'ad-images' }))
  const { title, description, target_url, promotional_content_id, image_url, is_sponsored, embed_code, is_active } = columns
  const id = idempotentId(ctx, 'ads', key)
  const create = () =>
    ctx.db.transaction(async (tx) => {
      await requireStored(tx, { image_url })
      const { rows } = await tx.execute(sql`
        insert into ads (id, title, description, target_url, promotional_content_id, image_url, is_sponsored, embed_code, is_active, created_by, created_at)
        values (${id}, ${title}, ${description}, ${target_url}, ${promotional_content_id}::uuid, ${image_url}, ${is_sponsored}, ${embed_code},
          ${is_active}, ${userId}::uuid, ${ctx.now})
        on conflict (id) do nothing returning id`)
      const row = await getAd({ db: tx, actor: ctx.actor }, id)
      if (rows.length === 0) return sameAsBefore(row, columns)
      await writeAudit(tx, ctx, { action: 'ad created', table: 'ads', id: row.id, after: loggedAd(row) })
      return row
    })
  return refusingUnknownContent(() => refusingRemovedFile('image_url', create))
}
