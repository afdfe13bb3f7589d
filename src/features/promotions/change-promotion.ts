import { sql } from 'drizzle-orm'
import { fileFields } from '#domain/promotion.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { keepWebFiles } from '#features/files/keep-web-files.ts'
import { refusingRemovedFile } from '#features/files/refuse-removed.ts'
import { requireStored } from '#features/files/require-stored.ts'
import { read } from '#features/input.ts'
import { type FormSnapshot, requireUnchanged } from '#features/optimistic-lock.ts'
import { getPromotion } from '#features/promotions/get-promotion.ts'
import { lockPromotion } from '#features/promotions/lock-promotion.ts'
import { promotionChanges } from '#features/promotions/promotion-input.ts'
import { checkedContent, type PromotionRow } from '#features/promotions/promotion-row.ts'
import { writeChange } from '#features/write-audit.ts'

/**
 * Changes what is named of a promotion, against what its form showed, where there was one; a file that it lets go of is removed in time. Problems:
 * signed_out, forbidden, bad_input, promotion_not_found, changed_meanwhile, and those of `keepWebFiles`.
 */
export async function changePromotion(ctx: Context, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<PromotionRow> {
  requireAdmin(ctx)
  const wanted = read(promotionChanges, sent)
  const type = wanted.content_type ?? (await getPromotion(ctx, id)).content_type
  const changes = await keepWebFiles(ctx, wanted, fileFields(type))
  return refusingRemovedFile('content_url', () =>
    ctx.db.transaction(async (tx) => {
      const before = await lockPromotion(tx, id)
      requireUnchanged(before, changes, snapshot)
      const after = checkedContent({ ...before, ...changes })
      const { title, description, content_type, content_url, poster_url, is_active } = after
      await requireStored(tx, { content_url, poster_url })
      await tx.execute(sql`
        update promotional_content set title = ${title}, description = ${description}, content_type = ${content_type}, content_url = ${content_url},
          poster_url = ${poster_url}, is_active = ${is_active} where id = ${before.id}`)
      await writeChange(tx, ctx, {
        action: 'promotion changed',
        table: 'promotional_content',
        id: before.id,
        before: { ...before },
        after: { ...after },
      })
      return after
    }),
  )
}
