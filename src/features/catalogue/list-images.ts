import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { productImages, products } from '#db/schema.ts'

/** A row of the table `product_images` (spec §3). */
export const imageRow = z.object({
  id: z.uuid(),
  product_id: z.uuid(),
  image_url: z.string(),
  alt_text: z.string(),
  display_order: z.int(),
  is_primary: z.boolean(),
})
export type ImageRow = z.infer<typeof imageRow>

/** The gallery of a product, in its order; empty for a product that is not on any shelf. */
export async function listImages(ctx: Context, productId: string): Promise<ImageRow[]> {
  const shelved = ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.archived_at)))
  return gallery(ctx.db, inArray(productImages.product_id, shelved))
}

/** The same inside a transaction that has locked the product. */
export function imagesOf(tx: Database, productId: string): Promise<ImageRow[]> {
  return gallery(tx, eq(productImages.product_id, productId))
}

function gallery(db: Database, condition: ReturnType<typeof eq>): Promise<ImageRow[]> {
  return db.select().from(productImages).where(condition).orderBy(asc(productImages.display_order), asc(productImages.id))
}
