import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { categories, productImages, shelf } from '#db/schema.ts'
import { Problem } from '#domain/problem.ts'
import { cardColumns, toCard } from '#features/catalogue/to-card.ts'
import type { Context } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { renderDescription } from '#features/markdown.ts'

/** A product as its own page shows it. */
export type ProductDetail = Awaited<ReturnType<typeof getProduct>>

/**
 * One product with its pictures in order, its category and the other colourways of its style; its description as plain text, and as sanitised HTML.
 * Problem `product_not_found`.
 */
export async function getProduct(ctx: Context, id: string) {
  if (!isUuid(id)) throw new Problem('product_not_found')
  const { db } = ctx
  const [[row], images] = await Promise.all([
    db
      .select({ ...cardColumns, style_code: shelf.style_code, category: { name: categories.name, slug: categories.slug } })
      .from(shelf)
      .leftJoin(categories, eq(categories.id, shelf.category_id))
      .where(and(eq(shelf.id, id), isNull(shelf.archived_at))),
    db
      .select({ image_url: productImages.image_url, alt_text: productImages.alt_text, is_primary: productImages.is_primary })
      .from(productImages)
      .where(eq(productImages.product_id, id))
      .orderBy(asc(productImages.display_order)),
  ])
  if (!row) throw new Problem('product_not_found')
  const siblings = row.style_code
    ? await db
        .select({ id: shelf.id, name: shelf.name, image_url: shelf.image_url })
        .from(shelf)
        .where(and(eq(shelf.style_code, row.style_code), ne(shelf.id, id), isNull(shelf.archived_at)))
        .orderBy(asc(shelf.name))
        .limit(12)
    : []
  return { ...toCard(row), description_html: renderDescription(row.description).html, category: row.category, images, siblings }
}
