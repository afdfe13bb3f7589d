import { and, asc, count, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { products, shelf } from '#db/schema.ts'
import { withoutPreparedPlan } from '#db/without-prepared-plan.ts'
import { type ProductFilter, pageSize, type Sorting } from '#domain/catalogue.ts'
import { matching } from '#features/catalogue/product-filter.ts'
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

type Asked = ProductFilter & { cursor?: string; limit?: number }

/** A page of the shelf, searched in the one way of the shop; `limit` at most 100. Paged by key, so that page 400 costs what page 1 costs. Problem `malformed` for a cursor that is not ours. */
export async function listShelf(ctx: Context, asked: Asked): Promise<ShelfPage> {
  const { db } = ctx
  const filter: Asked = (await understandSearch(ctx, asked)).filter
  const limit = Math.min(filter.limit ?? pageSize, 100)
  const sort = filter.sort ?? 'newest'
  const ordered = orders[sort].direction === 'asc' ? asc : desc
  const { total, ids } = await (filter.match ? searchPage : listPage)(db, filter, sort, limit)
  const rows = await db
    .select({ ...rowColumns, key: sql<string>`${onShelf[sort]}::text` })
    .from(shelf)
    .where(ids.length > 0 ? inArray(shelf.id, ids) : sql`false`)
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

interface FoundPage {
  total: number
  /** Those of the page and one more. */
  ids: string[]
}

async function listPage(db: Database, filter: Asked, sort: Sorting, limit: number): Promise<FoundPage> {
  const { key, direction } = orders[sort]
  const ordered = direction === 'asc' ? asc : desc
  const where = and(matching(db, filter), after(sort, filter.cursor))
  const [counted] = await db.select({ total: count() }).from(products).where(matching(db, filter))
  const ids = await db
    .select({ id: products.id })
    .from(products)
    .where(where)
    .orderBy(ordered(key), ordered(products.id))
    .limit(limit + 1)
  return { total: counted?.total ?? 0, ids: ids.map(({ id }) => id) }
}

/**
 * One search both counts and lists, because the search costs more than the order. It finds all matching rows first, by its index: the order has an index too,
 * and for words that only one name has together the planner would read that index to its end.
 */
async function searchPage(db: Database, filter: Asked, sort: Sorting, limit: number): Promise<FoundPage> {
  const { key, direction } = orders[sort]
  const order = direction === 'asc' ? sql`key, id` : sql`key desc, id desc`
  const { rows } = await db.execute<{ total: number; ids: string[] }>(sql`
    with found as materialized (select ${products.id} as id, ${key} as key, ${after(sort, filter.cursor) ?? sql`true`} as is_behind from ${products} where ${matching(db, filter)} offset 0)
    select (select count(*)::integer from found) as total,
      array(select id from found where is_behind order by ${order} limit ${limit + 1})::text[] as ids ${withoutPreparedPlan}`)
  return rows[0] ?? { total: 0, ids: [] }
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
