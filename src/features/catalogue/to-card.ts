import { shelf } from '#db/schema.ts'
import type { ProductCard } from '#domain/catalogue.ts'
import { toShillings } from '#domain/money.ts'
import { plainDescription } from '#features/markdown.ts'

/** The columns of a card, for `select(cardColumns).from(shelf)`. */
export const cardColumns = {
  id: shelf.id,
  name: shelf.name,
  description: shelf.description,
  price: shelf.price,
  unit_price: shelf.unit_price,
  discount_percentage: shelf.discount_percentage,
  image_url: shelf.image_url,
  is_available: shelf.is_available,
  stock: shelf.stock,
  sizes: shelf.sizes,
  created_at: shelf.created_at,
}

export type CardRow = Pick<typeof shelf.$inferSelect, keyof typeof cardColumns>

/** A row of the shelf with the fields of a card only. Available means: on the shelf and some size in stock (decisions, Sizes and stock). */
export function toCard(row: CardRow): ProductCard {
  const { id, name, description, discount_percentage, image_url, stock, sizes } = row
  return {
    id,
    name,
    description: plainDescription(description),
    price: toShillings(row.price),
    unit_price: toShillings(row.unit_price),
    discount_percentage,
    image_url,
    is_available: row.is_available && stock > 0,
    stock,
    sizes,
    created_at: row.created_at.toISOString(),
  }
}
