import { sql } from 'drizzle-orm'
import { fileFields } from '#domain/promotion.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { keepWebFiles } from '#features/files/keep-web-files.ts'
import { refusingRemovedFile } from '#features/files/refuse-removed.ts'
import { requireStored } from '#features/files/require-stored.ts'
import { idempotentId, sameAsBefore } from '#features/idempotent-create.ts'
import { read } from '#features/input.ts'
import { getPromotion } from '#features/promotions/get-promotion.ts'
import { newPromotion } from '#features/promotions/promotion-input.ts'
import { checkedContent, type PromotionRow, type StoredPromotion, toPromotionRow } from '#features/promotions/promotion-row.ts'
import { writeAudit } from '#features/write-audit.ts'

/**
 * Makes promotional content (spec §5, Promotion form), once for each key of a form, of files that were uploaded before, or that other sites have: those are
 * fetched and kept. Problems: signed_out, forbidden, bad_input, made_already, and those of `keepWebFiles`.
 */
export async function createPromotion(ctx: Context, sent: unknown, key?: string): Promise<PromotionRow> {
  const { userId } = requireAdmin(ctx)
  const wanted = read(newPromotion, sent)
  const columns = checkedContent(await keepWebFiles(ctx, wanted, fileFields(wanted.content_type)))
  const { title, description, content_type, content_url, poster_url, is_active } = columns
  const id = idempotentId(ctx, 'promotional_content', key)
  return refusingRemovedFile('content_url', () =>
    ctx.db.transaction(async (tx) => {
      await requireStored(tx, { content_url, poster_url })
      const { rows } = await tx.execute<StoredPromotion>(sql`
        insert into promotional_content (id, title, description, content_type, content_url, poster_url, is_active, created_by, created_at)
        values (${id}, ${title}, ${description}, ${content_type}, ${content_url}, ${poster_url}, ${is_active}, ${userId}::uuid, ${ctx.now})
        on conflict (id) do nothing returning *`)
      const [made] = rows
      if (!made) return sameAsBefore(await getPromotion({ db: tx, actor: ctx.actor }, id), columns)
      const row = toPromotionRow(made, true)
      await writeAudit(tx, ctx, { action: 'promotion created', table: 'promotional_content', id: row.id, after: { ...row } })
      return row
    }),
  )
}
