import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { ImageRow } from '#features/catalogue/list-images.ts'

/**
 * Numbers a gallery from 0 in the order given, and keeps exactly one primary: the one asked for, else the one that was, else the first (spec §5, Image picker).
 */
export async function arrangeImages(tx: Database, productId: string, images: ImageRow[], primaryId?: string): Promise<void> {
  const primary = primaryId ?? (images.find((image) => image.is_primary) ?? images[0])?.id
  if (!primary) return
  // The old primary is cleared first, so that there are never two.
  await tx.execute(sql`update product_images set is_primary = false where product_id = ${productId} and is_primary and id <> ${primary}`)
  await tx.execute(sql`
    update product_images i set display_order = p.place - 1, is_primary = (i.id = ${primary})
    from jsonb_array_elements_text(${JSON.stringify(images.map(({ id }) => id))}::jsonb) with ordinality as p(id, place)
    where i.id = p.id::uuid`)
}

/** The gallery with one image moved to another place; a place past the end means the end. */
export function placedAt(images: ImageRow[], image: ImageRow, place: number): ImageRow[] {
  const others = images.filter(({ id }) => id !== image.id)
  return [...others.slice(0, place), image, ...others.slice(place)]
}
