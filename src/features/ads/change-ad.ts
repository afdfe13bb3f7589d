import { sql } from 'drizzle-orm'
import { adChanges, checkedAd } from '#features/ads/ad-input.ts'
import type { AdRow } from '#features/ads/ad-row.ts'
import { getAd } from '#features/ads/get-ad.ts'
import { lockAd, loggedAd } from '#features/ads/lock-ad.ts'
import { refusingUnknownContent } from '#features/ads/refuse-content.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { keepWebFiles } from '#features/files/keep-web-files.ts'
import { refusingRemovedFile } from '#features/files/refuse-removed.ts'
import { requireStored } from '#features/files/require-stored.ts'
import { read } from '#features/input.ts'
import { type FormSnapshot, requireUnchanged } from '#features/optimistic-lock.ts'
import { writeChange } from '#features/write-audit.ts'

/**
 * Changes what is named of an ad, against what its form showed, where there was one; a picture that it lets go of is removed in time. Problems: signed_out,
 * forbidden, bad_input, ad_not_found, changed_meanwhile, and those of `keepWebFiles`.
 */
export async function changeAd(ctx: Context, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<AdRow> {
  requireAdmin(ctx)
  const changes = await keepWebFiles(ctx, read(adChanges, sent), { image_url: 'ad-images' })
  const change = () =>
    ctx.db.transaction(async (tx) => {
      const before = await lockAd(tx, id)
      requireUnchanged(before, changes, snapshot)
      const { title, description, target_url, promotional_content_id, image_url, is_sponsored, embed_code, is_active } = checkedAd({
        ...before,
        ...changes,
      })
      await requireStored(tx, { image_url })
      await tx.execute(sql`
        update ads set title = ${title}, description = ${description}, target_url = ${target_url}, promotional_content_id = ${promotional_content_id}::uuid,
          image_url = ${image_url}, is_sponsored = ${is_sponsored}, embed_code = ${embed_code}, is_active = ${is_active} where id = ${before.id}`)
      const after = await getAd({ db: tx, actor: ctx.actor }, before.id)
      await writeChange(tx, ctx, { action: 'ad changed', table: 'ads', id: before.id, before: loggedAd(before), after: loggedAd(after) })
      return after
    })
  return refusingUnknownContent(() => refusingRemovedFile('image_url', change))
}
