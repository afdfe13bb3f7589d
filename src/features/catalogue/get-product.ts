import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { plainDescription, renderDescription } from '#core/markdown.ts'
import { isUuid } from '#core/page-of.ts'
import { shelf } from '#db/schema.ts'
import type { Offer } from '#domain/cart.ts'
import { toShillings } from '#domain/money.ts'
import { Problem } from '#domain/problem.ts'
import { cardColumns, toCard } from '#features/catalogue/product-lists.ts'

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

/** What the shelf says now about the lines of a cart. A line whose product or size is gone, or taken off the shelf, has stock 0 or is left out. */
export async function listOffers(ctx: Context, lines: { id: string; size: string }[]): Promise<Offer[]> {
  const ids = [...new Set(lines.map((line) => line.id).filter(isUuid))]
  if (ids.length === 0) return []
  const rows = await ctx.db.select().from(shelf).where(inArray(shelf.id, ids))
  return lines.flatMap(({ id, size }) => {
    const row = rows.find((each) => each.id === id)
    const shelved = row?.sizes.find((each) => each.label === size)
    if (!row || !shelved) return []
    const onSale = row.is_available && row.archived_at === null
    return [{ id, size, name: row.name, price: toShillings(row.unit_price), image_url: row.image_url, stock: onSale ? shelved.stock : 0 }]
  })
}
