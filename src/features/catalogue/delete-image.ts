import { eq } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { writeAudit } from '#core/write-audit.ts'
import { productImages } from '#db/schema.ts'
import { arrangeImages } from '#features/catalogue/arrange-images.ts'
import { lockImage } from '#features/catalogue/lock-image.ts'

/** Takes a picture out of its gallery; deleting the primary promotes the first that remains (spec §5). */
export async function deleteImage(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'sell')
  await ctx.db.transaction(async (tx) => {
    const { image, gallery } = await lockImage(tx, id)
    await tx.delete(productImages).where(eq(productImages.id, image.id))
    await arrangeImages(
      tx,
      image.product_id,
      gallery.filter((each) => each !== image),
    )
    await writeAudit(tx, ctx, { action: 'picture deleted', table: 'product_images', id: image.id, before: image })
  })
}
