import { type Context, requirePermission } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { productImages } from '#db/schema.ts'
import { Problem } from '#domain/problem.ts'
import { arrangeImages, placedAt } from '#features/catalogue/arrange-images.ts'
import { newImage } from '#features/catalogue/image-input.ts'
import { type ImageRow, imagesOf } from '#features/catalogue/list-images.ts'
import { lockProduct } from '#features/catalogue/lock-product.ts'
import { requireStoredPicture, writeWithFiles } from '#features/files/require-stored.ts'

const mostImages = 20

/**
 * Adds a picture that this shop stores to a product, at the end by default; the first one becomes primary (spec §5).
 */
export async function addImage(ctx: Context, sent: unknown): Promise<ImageRow> {
  requirePermission(ctx, 'sell')
  const { product_id, image_url, alt_text, display_order, is_primary } = parseInput(newImage, sent)
  const add = async (tx: Database) => {
    await lockProduct(tx, product_id)
    await requireStoredPicture(tx, 'image_url', image_url)
    const present = await imagesOf(tx, product_id)
    if (present.length >= mostImages) throw new Problem('bad_input', { fields: { product_id: `A product has at most ${mostImages} pictures.` } })
    const end = (present.at(-1)?.display_order ?? -1) + 1
    const [made] = (await tx.insert(productImages).values({ product_id, image_url, alt_text, display_order: end }).returning()) as [ImageRow]
    await arrangeImages(tx, product_id, placedAt(present, made, display_order ?? present.length), is_primary ? made.id : undefined)
    const row = (await imagesOf(tx, product_id)).find(({ id }) => id === made.id) as ImageRow
    await writeAudit(tx, ctx, { action: 'picture added', table: 'product_images', id: row.id, after: row })
    return row
  }
  return writeWithFiles(ctx, 'image_url', add)
}
