import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { products, shelf } from '#db/schema.ts'
import { type ProductCard, type ProductFilter, pageSize, type Sorting } from '#domain/catalogue.ts'
import { cardColumns, toCard } from '#features/catalogue/product-card.ts'
import { matching, nearness } from '#features/catalogue/product-filter.ts'
import type { Context } from '#features/context.ts'
import { readCursor, writeCursor } from '#features/cursor.ts'

export interface ProductPage {
  products: ProductCard[]
  next: string | null
  total: number
  /** Nothing matched the search plainly: these names come near it. */
  fuzzy: boolean
}

/** A page of the shelf. Paged by key, so that page 400 costs what page 1 costs. Problem `malformed` for a cursor that is not ours. */
export async function listProducts(ctx: Context, filter: ProductFilter & { cursor?: string; limit?: number }): Promise<ProductPage> {
  const { db } = ctx
  const limit = Math.min(filter.limit ?? pageSize, 100)
  const [counted] = await db.select({ total: count() }).from(products).where(matching(db, filter))
  const total = counted?.total ?? 0
  if (total === 0 && filter.search) return listNear(ctx, filter, limit)

  const { key, direction } = orders[filter.sort ?? 'newest']
  const ordered = direction === 'asc' ? asc : desc
  const ids = db
    .select({ id: products.id })
    .from(products)
    .where(and(matching(db, filter), after(key, direction, filter.cursor)))
    .orderBy(ordered(key), ordered(products.id))
    .limit(limit + 1)
  const rows = await db
    .select({ ...cardColumns, key: sql<string>`${onShelf[filter.sort ?? 'newest']}::text` })
    .from(shelf)
    .where(inArray(shelf.id, ids))
    .orderBy(ordered(onShelf[filter.sort ?? 'newest']), ordered(shelf.id))
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    products: shown.map(({ key: _, ...row }) => toCard(row)),
    next: rows.length > limit && last ? writeCursor([last.key, last.id]) : null,
    total,
    fuzzy: false,
  }
}

const orders: Record<
  Sorting,
  { key: SQL | typeof products.created_at | typeof products.unit_price | typeof products.discount_percentage; direction: 'asc' | 'desc' }
> = {
  newest: { key: products.created_at, direction: 'desc' },
  'price-low': { key: products.unit_price, direction: 'asc' },
  'price-high': { key: products.unit_price, direction: 'desc' },
  discount: { key: products.discount_percentage, direction: 'desc' },
}
const onShelf = {
  newest: shelf.created_at,
  'price-low': shelf.unit_price,
  'price-high': shelf.unit_price,
  discount: shelf.discount_percentage,
} as const

function after(key: (typeof orders)[Sorting]['key'], direction: 'asc' | 'desc', cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined
  const [value, id] = readCursor(cursor)
  const type = key === products.created_at ? sql`timestamptz` : sql`numeric`
  return sql`(${key}, ${products.id}) ${direction === 'asc' ? sql`>` : sql`<`} (${value}::${type}, ${id}::uuid)`
}

/** The fallback for typos: one page, nearest first. */
async function listNear(ctx: Context, filter: ProductFilter, limit: number): Promise<ProductPage> {
  const { db } = ctx
  const nearest = nearness(filter.search as string)
  const rows = await db
    .select(cardColumns)
    .from(shelf)
    .innerJoin(products, eq(products.id, shelf.id))
    .where(matching(db, filter, 'near'))
    .orderBy(desc(nearest), desc(shelf.created_at), desc(shelf.id))
    .limit(limit)
  return { products: rows.map(toCard), next: null, total: rows.length, fuzzy: rows.length > 0 }
}
