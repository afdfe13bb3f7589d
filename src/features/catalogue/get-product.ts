import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { plainDescription, renderDescription } from '#core/markdown.ts'
import { shelf } from '#db/schema.ts'
import { Problem } from '#domain/problem.ts'
import { cardColumns, toCard } from '#features/catalogue/to-card.ts'

/** A product as its own page shows it. */
export type ProductDetail = Awaited<ReturnType<typeof getProduct>>

/**
 * One product, in one statement, with its pictures in order, its category and the other colourways of its style; its description as plain text, and as sanitised HTML.
 */
export async function getProduct(ctx: Context, id: string) {
  if (!isUuid(id)) throw new Problem('product_not_found')
  const { db } = ctx
  const [row] = await db
    .select({
      ...cardColumns,
      description: shelf.description,
      category: sql<{ name: string; slug: string } | null>`(
        select json_build_object('name', c.name, 'slug', c.slug) from categories c where c.id = shelf.category_id)`,
      images: sql<{ image_url: string; alt_text: string; is_primary: boolean }[]>`array(
        select json_build_object('image_url', i.image_url, 'alt_text', i.alt_text, 'is_primary', i.is_primary)
        from product_images i where i.product_id = shelf.id order by i.display_order)`,
      siblings: sql<{ id: string; name: string; image_url: string | null }[]>`array(
        select json_build_object('id', s.id, 'name', s.name, 'image_url', i.image_url)
        from products s left join product_images i on i.product_id = s.id and i.is_primary
        where s.style_code = shelf.style_code and s.id <> shelf.id and s.archived_at is null order by s.name limit 12)`,
    })
    .from(shelf)
    .where(and(eq(shelf.id, id), isNull(shelf.archived_at)))
  if (!row) throw new Problem('product_not_found')
  const { stock, category, images, siblings } = row
  const description = { description: plainDescription(row.description), description_html: renderDescription(row.description).html }
  return { ...toCard(row), stock, ...description, category, images, siblings }
}
