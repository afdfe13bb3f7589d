import { sql } from 'drizzle-orm'
import { type Context, requireAdmin } from '#features/context.ts'

interface NewStrip {
  ad: { title: string; description: string; target_url: string; image_url: string }
  promotion: { title: string; description: string; content_url: string }
}

/** Puts an ad, and below it a promotion, on the home page of a shop that is just being made. The ad's picture is kept already. Problems: signed_out, forbidden. */
export async function stockStrip(ctx: Pick<Context, 'db' | 'actor' | 'now'>, { ad, promotion }: NewStrip): Promise<void> {
  requireAdmin(ctx)
  await ctx.db.transaction(async (tx) => {
    // Kept like an upload, so that an admin who saves the ad keeps its picture.
    await tx.execute(sql`
      insert into stored_files (stem, content_type, width, height) values (file_stem(${ad.image_url}), 'image/webp', 800, 640) on conflict do nothing`)
    await tx.execute(sql`
      insert into promotional_content (title, description, content_type, content_url, created_at)
      values (${promotion.title}, ${promotion.description}, 'text', ${promotion.content_url}, ${ctx.now} - interval '1 second')`)
    await tx.execute(sql`
      insert into ads (title, description, target_url, image_url, created_at)
      values (${ad.title}, ${ad.description}, ${ad.target_url}, ${ad.image_url}, ${ctx.now})`)
  })
}
