import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { productImages, products } from '#db/schema.ts'
import type { Context } from '#features/context.ts'

export type ImageRow = typeof productImages.$inferSelect

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
