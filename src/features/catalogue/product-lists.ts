import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { plainDescription } from '#core/markdown.ts'
import { type Page, pageOf, readCursor, type SortKey } from '#core/page-of.ts'
import type { Database } from '#db/client.ts'
import { withoutPreparedPlan } from '#db/database-connection.ts'
import { products, shelf } from '#db/schema.ts'
import { type ProductCard, type ProductFilter, pageSize, type Sorting } from '#domain/catalogue.ts'
import { maxCounted, maxTotal } from '#domain/limits.ts'
import { toShillings } from '#domain/money.ts'
import { firstProducts, hasManyProducts, matching, planFor } from '#features/catalogue/product-filter.ts'
import { type ProductRow, rowColumns } from '#features/catalogue/product-rows.ts'
import { understandSearch } from '#features/catalogue/understand-search.ts'

interface ShelfPage<Row> extends Page<Row> {
  /** Up to `highest` are counted, a thousand by default; one more means more. */
  total: number
}

type Asked = ProductFilter & { cursor?: string; limit?: number }

/** What is read of each product: what a card shows, or a whole row. */
interface Shapes {
  card: CardRow
  row: ProductRow
}

/**
 * A page of the shelf, searched in the one way of the shop; `limit` at most 100. `fuzzy`: nothing matched the search exactly, these names come near it. Problem
 * `malformed` for a cursor that is not ours.
 */
async function listShelf<Shape extends keyof Shapes>(ctx: Context, asked: Asked, shape: Shape, highest = maxTotal) {
  const { filter } = await understandSearch(ctx, asked)
  const { cursor, limit = pageSize, sort = 'newest' } = { ...asked, ...filter }
  const page = await readPage(ctx.db, await matching(ctx.db, filter), shape, { sort, cursor, limit: Math.min(limit, 100), highest })
  return { ...page, fuzzy: filter.match?.isNear === true && page.total > 0 }
}

interface Paged {
  sort: Sorting
  cursor?: string | undefined
  limit: number
  highest: number
}

/** A page of the products that meet a condition. Paged by key, so that page 400 costs what page 1 costs. Problem `malformed` for a cursor that is not ours. */
export async function readPage<Shape extends keyof Shapes>(
  db: Database,
  where: SQL,
  shape: Shape,
  { sort, cursor, limit, highest }: Paged,
): Promise<ShelfPage<Shapes[Shape]>> {
  const ordered = orders[sort].direction === 'asc' ? asc : desc
  const found = await findPage(db, where, { sort, cursor, limit, highest })
  // At least one row, which tells the total.
  const read = await db
    .select({ ...(shape === 'row' ? rowColumns : cardColumns), key: sql<string>`${onShelf[sort]}::text`, total: sql<number>`page.total` })
    .from(sql`(${found}) as page`)
    .leftJoin(shelf, sql`${shelf.id} = any (page.ids)`)
    .orderBy(ordered(onShelf[sort]), ordered(shelf.id))
  const rows = read.flatMap(({ key, total: _, ...row }) =>
    row.id === null ? [] : [{ key: [key, row.id] as [string, string], row: row as unknown as Shapes[Shape] }],
  )
  return { ...pageOf(rows, limit), total: read[0]?.total ?? 0 }
}

/**
 * A statement of one row: the total, and the ids of the page and of one more. Where PostgreSQL expects more than are counted, the page is among the first in the
 * list's order. Otherwise, and in a small shop, all that match are found before they are sorted: for words that only one name has together the planner would read
 * the index of the order to its end.
 */
async function findPage(db: Database, where: SQL, { sort, cursor, limit, highest }: Paged): Promise<SQL> {
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
    if (rows.length > limit) return sql`select ${await count()}::integer as total, ${sql.param(rows.map(({ id }) => id))}::uuid[] as ids`
  }
  return sql`
    with found as materialized (select ${products.id} as id, ${key} as key, ${behind} as is_behind from ${products} where ${where} offset 0)
    select (select least(count(*), ${highest + 1})::integer from found) as total,
      array(select id from found where is_behind order by key ${way}, id ${way} limit ${limit + 1}) as ids ${await planFor(db)}`
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

export interface ProductPage {
  products: ProductCard[]
  next: string | null
  total: number
  /** Nothing matched the search exactly: these names come near it. */
  fuzzy: boolean
}

/** A page of cards. Problem `malformed` for a cursor that is not ours. */
export async function listProducts(ctx: Context, filter: ProductFilter & { cursor?: string; limit?: number }): Promise<ProductPage> {
  const { data, ...page } = await listShelf(ctx, filter, 'card')
  return { products: data.map(toCard), ...page }
}

/** The columns of a card, for `select(cardColumns).from(shelf)`. */
export const cardColumns = {
  id: shelf.id,
  name: shelf.name,
  price: shelf.price,
  unit_price: shelf.unit_price,
  discount_percentage: shelf.discount_percentage,
  image_url: shelf.image_url,
  is_available: shelf.is_available,
  stock: shelf.stock,
  sizes: shelf.sizes,
}

type CardRow = Pick<typeof shelf.$inferSelect, keyof typeof cardColumns>

/** A row of the shelf with the fields of a card only. Available means: on the shelf and some size in stock (decisions, Sizes and stock). */
export function toCard(row: CardRow): ProductCard {
  const { id, name, discount_percentage, image_url, sizes } = row
  return {
    id,
    name,
    price: toShillings(row.price),
    unit_price: toShillings(row.unit_price),
    discount_percentage,
    image_url,
    is_available: row.is_available && row.stock > 0,
    sizes,
  }
}

/** The first sentence of a description. */
export function toBlurb(description: string): string {
  const text = plainDescription(description)
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
}

export interface IndexableProduct {
  id: string
  /** When the content of its page last changed. */
  changed_at: Date
}

const onTheShelf = sql`is_available and archived_at is null`

/** Products that search engines may list: those on the shelf, sold out or not. */
export async function countIndexableProducts({ db }: Pick<Context, 'db'>): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::integer as count from products where ${onTheShelf}`)
  return rows[0]?.count ?? 0
}

/** A part of them, ordered by id: `most` after the first `skipped`. */
export async function listIndexableProducts(
  { db }: Pick<Context, 'db'>,
  { skipped, most }: { skipped: number; most: number },
): Promise<IndexableProduct[]> {
  const { rows } = await db.execute<{ id: string; changed_at: string }>(sql`
    select id, coalesce(changed_at, created_at) as changed_at from products where ${onTheShelf} order by id offset ${skipped} limit ${most}`)
  return rows.map(({ id, changed_at }) => ({ id, changed_at: new Date(changed_at) }))
}

/** A page of the table `products`, as other clients read it, searched as the pages are. Problem `malformed` for a cursor that is not ours. */
export async function listProductRows(
  ctx: Context,
  filter: ProductFilter & { cursor?: string; limit?: number },
): Promise<Page<ProductRow> & { total: number; fuzzy: boolean }> {
  return listShelf(ctx, filter, 'row', maxCounted)
}
