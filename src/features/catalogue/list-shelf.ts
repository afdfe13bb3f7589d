import { asc, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { products, shelf } from '#db/schema.ts'
import { withoutPreparedPlan } from '#db/without-prepared-plan.ts'
import { type ProductFilter, pageSize, type Sorting } from '#domain/catalogue.ts'
import { maxTotal } from '#domain/counting.ts'
import { firstProducts, hasManyProducts, matching } from '#features/catalogue/product-filter.ts'
import { rowColumns, type ShelfRow } from '#features/catalogue/product-row.ts'
import { understandSearch } from '#features/catalogue/understand-search.ts'
import type { Context } from '#features/context.ts'
import { readCursor, type SortKey, writeCursor } from '#features/cursor.ts'

export interface ShelfPage {
  rows: ShelfRow[]
  next: string | null
  /** Up to `highest` are counted, a thousand unless told; one more means more. */
  total: number
  /** Nothing matched the search exactly: these names come near it. */
  fuzzy: boolean
}

type Asked = ProductFilter & { cursor?: string; limit?: number }

/** A page of the shelf, searched in the one way of the shop; `limit` at most 100. Paged by key, so that page 400 costs what page 1 costs. Problem `malformed` for a cursor that is not ours. */
export async function listShelf(ctx: Context, asked: Asked, highest = maxTotal): Promise<ShelfPage> {
  const { db } = ctx
  const filter: Asked = (await understandSearch(ctx, asked)).filter
  const limit = Math.min(filter.limit ?? pageSize, 100)
  const sort = filter.sort ?? 'newest'
  const ordered = orders[sort].direction === 'asc' ? asc : desc
  const { total, ids } = await findPage(db, matching(db, filter), { sort, cursor: filter.cursor, limit, highest })
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

export interface FoundPage {
  /** Up to `highest` are counted; one more means more. */
  total: number
  /** Those of the page and one more. */
  ids: string[]
}

/**
 * A page of the products that meet a condition. Where PostgreSQL expects more than are counted, it is among the first in the list's order. Otherwise, and in a
 * small shop, all that match are found before they are sorted: for words that only one name has together the planner would read the index of the order to its end.
 */
export async function findPage(
  db: Database,
  where: SQL,
  { sort, cursor, limit, highest }: { sort: Sorting; cursor?: string | undefined; limit: number; highest: number },
): Promise<FoundPage> {
  const { key, direction } = orders[sort]
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  const order = sql`${key} ${way}, ${products.id} ${way}`
  const behind = after(sort, cursor)
  const expected = (await hasManyProducts(db)) ? await estimate(db, where) : 0
  if (expected > maxTotal) {
    const { rows } = await db.execute<{ id: string }>(sql`
      select ${products.id} from ${firstProducts(2000, order, behind)} where ${where} order by ${order} limit ${limit + 1} ${withoutPreparedPlan}`)
    // Far more than are counted need no count.
    const count = () => (expected > 2 * highest ? highest + 1 : countUpTo(highest, db, where))
    if (rows.length > limit) return { total: await count(), ids: rows.map(({ id }) => id) }
  }
  const { rows } = await db.execute<{ total: number; ids: string[] }>(sql`
    with found as materialized (select ${products.id} as id, ${key} as key, ${behind} as is_behind from ${products} where ${where} offset 0)
    select (select least(count(*), ${highest + 1})::integer from found) as total,
      array(select id from found where is_behind order by key ${way}, id ${way} limit ${limit + 1})::text[] as ids ${withoutPreparedPlan}`)
  return rows[0] ?? { total: 0, ids: [] }
}

/** How many products meet a condition, by PostgreSQL's statistics. */
async function estimate(db: Database, where: SQL): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(sql`
    explain (format json) select from ${products} where ${where} ${withoutPreparedPlan}`)
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

async function countUpTo(highest: number, db: Database, where: SQL): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::integer as total from (select from ${products} where ${where} limit ${highest + 1}) as counted ${withoutPreparedPlan}`)
  return rows[0]?.total ?? 0
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

function after(sort: Sorting, cursor: string | undefined): SQL {
  if (!cursor) return sql`true`
  const { key, type, direction, sortKey } = orders[sort]
  const [value, id] = readCursor(cursor, sortKey)
  return sql`(${key}, ${products.id}) ${direction === 'asc' ? sql`>` : sql`<`} (${value}::${type}, ${id}::uuid)`
}
