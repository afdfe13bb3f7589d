import { inArray } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { shelf } from '#db/schema.ts'
import type { Offer } from '#domain/cart.ts'
import { toShillings } from '#domain/money.ts'

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
