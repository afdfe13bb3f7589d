import { and, asc, count, desc, inArray, type SQL, sql } from 'drizzle-orm'
import { products, shelf } from '#db/schema.ts'
import { type ProductFilter, pageSize, type Sorting } from '#domain/catalogue.ts'
import { foundFirst, matching } from '#features/catalogue/product-filter.ts'
import { rowColumns, type ShelfRow } from '#features/catalogue/product-row.ts'
import { understandSearch } from '#features/catalogue/understand-search.ts'
import type { Context } from '#features/context.ts'
import { readCursor, type SortKey, writeCursor } from '#features/cursor.ts'

export interface ShelfPage {
  rows: ShelfRow[]
  next: string | null
  total: number
  /** Nothing matched the search exactly: these names come near it. */
  fuzzy: boolean
}

/** A page of the shelf, searched in the one way of the shop; `limit` at most 100. Paged by key, so that page 400 costs what page 1 costs. Problem `malformed` for a cursor that is not ours. */
export async function listShelf(ctx: Context, asked: ProductFilter & { cursor?: string; limit?: number }): Promise<ShelfPage> {
  const { db } = ctx
  const filter: typeof asked = (await understandSearch(ctx, asked)).filter
  const limit = Math.min(filter.limit ?? pageSize, 100)
  const sort = filter.sort ?? 'newest'
  const [counted] = await db.select({ total: count() }).from(products).where(matching(db, filter))
  const total = counted?.total ?? 0

  const { key, direction } = orders[sort]
  const ordered = direction === 'asc' ? asc : desc
  const where = and(matching(db, filter), after(sort, filter.cursor))
  const found = db
    .select({ id: products.id, key: sql`${key}`.as('key') })
    .from(products)
    .where(filter.match ? foundFirst(where) : where)
    .as('found')
  const ids = db
    .select({ id: found.id })
    .from(found)
    .orderBy(ordered(found.key), ordered(found.id))
    .limit(limit + 1)
  const rows = await db
    .select({ ...rowColumns, key: sql<string>`${onShelf[sort]}::text` })
    .from(shelf)
    .where(inArray(shelf.id, ids))
    .orderBy(ordered(onShelf[sort]), ordered(shelf.id))
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(({ key: _, ...row }) => row),
    next: rows.length > limit && last ? writeCursor([last.key, last.id]) : null,
    total,
    fuzzy: filter.match?.isNear === true && total > 0,
  }
}

const orders = {
  newest: { key: products.created_at, type: sql`timestamptz`, direction: 'desc', sortKey: 'instant' },
  'price-low': { key: products.unit_price, type: sql`numeric`, direction: 'asc', sortKey: 'number' },
  'price-high': { key: products.unit_price, type: sql`numeric`, direction: 'desc', sortKey: 'number' },
  discount: { key: products.discount_percentage, type: sql`numeric`, direction: 'desc', sortKey: 'number' },
} as const satisfies Record<Sorting, { key: unknown; type: SQL; direction: 'asc' | 'desc'; sortKey: SortKey }>
const onShelf = {
  newest: shelf.created_at,
  'price-low': shelf.unit_price,
  'price-high': shelf.unit_price,
  discount: shelf.discount_percentage,
} as const

function after(sort: Sorting, cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined
  const { key, type, direction, sortKey } = orders[sort]
  const [value, id] = readCursor(cursor, sortKey)
  return sql`(${key}, ${products.id}) ${direction === 'asc' ? sql`>` : sql`<`} (${value}::${type}, ${id}::uuid)`
}
