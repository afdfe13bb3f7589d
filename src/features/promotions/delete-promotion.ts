import { sql } from 'drizzle-orm'
import { type Context, requireAdmin } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { lockPromotion } from '#features/promotions/lock-promotion.ts'
import { writeAudit } from '#features/write-audit.ts'

/** Deletes promotional content and lets go of its files; ads that link to it stay without it. Problems: signed_out, forbidden, promotion_not_found. */
export async function deletePromotion(ctx: Context, id: string): Promise<void> {
  requireAdmin(ctx)
  await ctx.db.transaction(async (tx) => {
    // As who changes an ad locks it before its content, so that neither waits for the other in a circle.
    if (isUuid(id)) await tx.execute(sql`select from ads where promotional_content_id = ${id} order by id for update`)
    const before = await lockPromotion(tx, id)
    await tx.execute(sql`delete from promotional_content where id = ${before.id}`)
    await writeAudit(tx, ctx, { action: 'promotion deleted', table: 'promotional_content', id: before.id, before: { ...before } })
  })
}
