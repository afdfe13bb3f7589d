import { sql } from 'drizzle-orm'
import { type Context, requireAdmin } from '#features/context.ts'
import { refusingRemovedFile } from '#features/files/refuse-removed.ts'
import { requireStored } from '#features/files/require-stored.ts'
import { read } from '#features/input.ts'
import { newPromotion } from '#features/promotions/promotion-input.ts'
import { checkedContent, type PromotionRow, type StoredPromotion, toPromotionRow } from '#features/promotions/promotion-row.ts'
import { writeAudit } from '#features/write-audit.ts'

/** Makes promotional content of files that were uploaded before (spec §5, Promotion form). Problems: signed_out, forbidden, bad_input. */
export async function createPromotion(ctx: Context, sent: unknown): Promise<PromotionRow> {
  const { userId } = requireAdmin(ctx)
  const { title, description, content_type, content_url, poster_url, is_active } = checkedContent(read(newPromotion, sent))
  return refusingRemovedFile('content_url', () =>
    ctx.db.transaction(async (tx) => {
      await requireStored(tx, { content_url, poster_url })
      const { rows } = await tx.execute<StoredPromotion>(sql`
        insert into promotional_content (title, description, content_type, content_url, poster_url, is_active, created_by, created_at)
        values (${title}, ${description}, ${content_type}, ${content_url}, ${poster_url}, ${is_active}, ${userId}::uuid, ${ctx.now}) returning *`)
      const row = toPromotionRow(rows[0] as StoredPromotion, true)
      await writeAudit(tx, ctx, { action: 'promotion created', table: 'promotional_content', id: row.id, after: { ...row } })
      return row
    }),
  )
}
