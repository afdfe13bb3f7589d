import { sql } from 'drizzle-orm'
import { lockAd, loggedAd } from '#features/ads/lock-ad.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { writeAudit } from '#features/write-audit.ts'

/** Deletes an ad with its clicks, and lets go of its picture. Problems: signed_out, forbidden, ad_not_found. */
export async function deleteAd(ctx: Context, id: string): Promise<void> {
  requireAdmin(ctx)
  await ctx.db.transaction(async (tx) => {
    const before = await lockAd(tx, id)
    await tx.execute(sql`delete from ads where id = ${before.id}`)
    // Those that are just being forgotten go by themselves: who forgets holds clicks first, and is not waited for.
    await tx.execute(sql`
      delete from ad_clicks where (ad_id, visitor_id, day) in (select ad_id, visitor_id, day from ad_clicks where ad_id = ${before.id} for update skip locked)`)
    await writeAudit(tx, ctx, { action: 'ad deleted', table: 'ads', id: before.id, before: loggedAd(before) })
  })
}
