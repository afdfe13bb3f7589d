import { eq } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { writeChange } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { productImages } from '#db/schema.ts'
import { arrangeImages, placedAt } from '#features/catalogue/arrange-images.ts'
import { imageChanges } from '#features/catalogue/image-input.ts'
import { type ImageRow, imagesOf } from '#features/catalogue/list-images.ts'
import { lockImage } from '#features/catalogue/lock-image.ts'
import { requireStoredPicture, writeWithFiles } from '#features/files/require-stored.ts'

/** Changes a picture, moves it in its gallery, or makes it the primary one. */
export async function changeImage(ctx: Context, id: string, sent: unknown): Promise<ImageRow> {
  requirePermission(ctx, 'sell')
  const { display_order, is_primary, ...columns } = parseInput(imageChanges, sent)
  const change = async (tx: Database) => {
    const { image, gallery } = await lockImage(tx, id)
    // An address stored earlier may be older than this rule.
    if (columns.image_url !== undefined && columns.image_url !== image.image_url) await requireStoredPicture(tx, 'image_url', columns.image_url)
    if (Object.keys(columns).length > 0) await tx.update(productImages).set(columns).where(eq(productImages.id, image.id))
    const place = display_order ?? gallery.indexOf(image)
    await arrangeImages(tx, image.product_id, placedAt(gallery, image, place), is_primary ? image.id : undefined)
    const after = (await imagesOf(tx, image.product_id)).find((each) => each.id === image.id) as ImageRow
    await writeChange(tx, ctx, { action: 'picture changed', table: 'product_images', id: image.id, before: image, after })
    return after
  }
  return writeWithFiles(ctx, 'image_url', change)
}
