import { eq } from 'drizzle-orm'
import { isUuid } from '#core/cursor.ts'
import type { Database } from '#db/client.ts'
import { productImages } from '#db/schema.ts'
import { Problem } from '#domain/problem.ts'
import { type ImageRow, imagesOf } from '#features/catalogue/list-images.ts'
import { lockProduct } from '#features/catalogue/lock-product.ts'

/** Locks a picture and its gallery by locking their product. */
export async function lockImage(tx: Database, id: string): Promise<{ image: ImageRow; gallery: ImageRow[] }> {
  const [found] = isUuid(id) ? await tx.select({ product_id: productImages.product_id }).from(productImages).where(eq(productImages.id, id)) : []
  if (!found) throw new Problem('image_not_found')
  await lockProduct(tx, found.product_id)
  const gallery = await imagesOf(tx, found.product_id)
  const image = gallery.find((each) => each.id === id.toLowerCase())
  if (!image) throw new Problem('image_not_found')
  return { image, gallery }
}
