import { sql } from 'drizzle-orm'
import { shelf } from '#db/schema.ts'
import { toShillings } from '#domain/money.ts'

/** The columns of the table `products` (spec §3), for `select(rowColumns).from(shelf)`. */
export const rowColumns = {
  id: shelf.id,
  name: shelf.name,
  description: shelf.description,
  price: shelf.price,
  unit_price: shelf.unit_price,
  discount_percentage: shelf.discount_percentage,
  stock: shelf.stock,
  sizes: shelf.sizes,
  category_id: shelf.category_id,
  category: sql<{ name: string; slug: string } | null>`(
    select json_build_object('name', c.name, 'slug', c.slug) from categories c where c.id = ${shelf.category_id})`,
  is_featured: shelf.is_featured,
  is_available: shelf.is_available,
  style_code: shelf.style_code,
  image_url: shelf.image_url,
  created_at: shelf.created_at,
}

export type ShelfRow = Pick<typeof shelf.$inferSelect, Exclude<keyof typeof rowColumns, 'category'>> & {
  category: { name: string; slug: string } | null
}

export type ProductRow = ReturnType<typeof toProductRow>

/** As it stands on the wire: money in KSh, times in ISO 8601. `is_available` is the switch; whether a pair can be bought, the stock says. */
export function toProductRow({ sizes, ...row }: ShelfRow) {
  return {
    ...row,
    price: toShillings(row.price),
    unit_price: toShillings(row.unit_price),
    product_sizes: sizes,
    created_at: row.created_at.toISOString(),
  }
}
