import { and, type SQL, sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { type Paging, pageSize } from '#core/page-of.ts'
import { literal } from '#core/search-text.ts'
import type { Database } from '#db/client.ts'
import { withoutPreparedPlan } from '#db/database-connection.ts'
import { products } from '#db/schema.ts'
import { lowStock, oneSize, type SizeStock } from '#domain/catalogue.ts'
import { maxCounted, maxTotal } from '#domain/limits.ts'
import { Problem } from '#domain/problem.ts'
import type { SearchMeaning } from '#domain/search.ts'
import { hasProduct, matching } from '#features/catalogue/product-filter.ts'
import { readPage } from '#features/catalogue/product-lists.ts'
import type { ProductRow } from '#features/catalogue/product-rows.ts'
import { understandSearch } from '#features/catalogue/understand-search.ts'

interface StockPage {
  data: ProductRow[]
  next: string | null
  /** How many match, on the first page only: up to `highest` plus one, which means more. */
  total: number | null
  highest: number
  /** How the shop interpreted the search, where no product contains it. */
  meant: SearchMeaning | null
  /** No product contains the search: these names come near it. */
  fuzzy: boolean
}

/** A page of Product Management, newest first, including products off the shelf. Problems: forbidden, malformed for a cursor that is not ours. */
export async function listStock(ctx: Context, filter: StockFilter & Paging): Promise<StockPage> {
  requirePermission(ctx, 'sell')
  const { db } = ctx
  const size = pageSize(filter)
  const { where, highest, meant, fuzzy } = await stockMatching(db, filter)
  const paged = { sort: 'newest', cursor: filter.cursor, limit: size, highest: filter.cursor ? 0 : highest } as const
  const { data, next, total } = await readPage(db, where, 'row', paged)
  return {
    data,
    next,
    total: filter.cursor ? null : total,
    highest,
    meant,
    fuzzy: fuzzy && data.length > 0,
  }
}

export type Availability = 'available' | 'unavailable'

/** The filters of Product Management's list; every part is optional and is kept in the address. */
export interface StockFilter {
  /** Part of the name or the style code, or the beginning of an id; otherwise interpreted as in the shop's search. */
  search?: string
  /** Slug; includes its children. */
  category?: string
  /** Available means on the shelf with some size in stock, as the badge of a card says. */
  availability?: Availability
  isFeatured?: boolean
  /** Some size has at most `lowStock` pairs. */
  isLow?: boolean
}

interface StockQuery {
  /** In SQL, on `products`. Archived products are in no list. */
  where: SQL
  /** How many are counted: what is interpreted as in the shop is counted as there, and so is a text too short for the index of parts. */
  highest: number
  /** How the shop interpreted the search, where no product contains it. */
  meant: SearchMeaning | null
  /** No product contains the search, and it says nothing about shoes: names that come near it are listed. */
  fuzzy: boolean
}

export async function stockMatching(db: Database, { search, category, availability, isFeatured, isLow }: StockFilter): Promise<StockQuery> {
  const { where: found, ...reading } = search ? await readSearch(db, search) : { where: undefined, highest: maxCounted, meant: null, fuzzy: false }
  const where = and(
    await matching(db, { category, isFeatured }),
    found,
    availability === 'available' ? sql`${products.is_available} and ${inStock}` : undefined,
    availability === 'unavailable' ? sql`${products.id} in (${outOfReach})` : undefined,
    isLow ? sql`exists (select from product_size z where z.product_id = ${products.id} and z.stock <= ${sql.raw(String(lowStock))})` : undefined,
  ) as SQL
  return { where, ...reading }
}

/** Products that contain the text itself come first; any other search is interpreted as in the shop. */
async function readSearch(db: Database, search: string): Promise<StockQuery> {
  const written = having(search)
  if (await hasProduct(db, sql`${await matching(db, {})} and ${written}`))
    return { where: written, highest: search.length < 3 ? maxTotal : maxCounted, meant: null, fuzzy: false }
  const { filter, meant } = await understandSearch({ db }, { search })
  return { where: await matching(db, filter), highest: maxTotal, meant, fuzzy: filter.match?.isNear ?? false }
}

/** Taken off the shelf, without any size, or sold out: each uses an index of its own; conditions joined by `or` would use none. */
const outOfReach = sql`
  select p.id from products p where (not p.is_available or p.size_count = 0) and p.archived_at is null
  union select z.product_id from product_size z where z.stock = 0 and not exists (select from product_size y where y.product_id = z.product_id and y.stock > 0)`
const inStock = sql`exists (select from product_size z where z.product_id = ${products.id} and z.stock > 0)`

function having(search: string): SQL {
  // A number is in few names: the index then need not compare the other parts of the text with many.
  const number = /\d{3,}/.exec(search)?.[0]
  const named = number && number !== search ? sql`(${containing(search)}) and (${containing(number)})` : containing(search)
  const ids = idsFrom(search)
  // A pattern unknown to the planner uses no index of style codes.
  return ids
    ? sql`(${named} or ${products.id} between ${ids.first}::uuid and ${ids.last}::uuid) ${withoutPreparedPlan}`
    : sql`(${named}) ${withoutPreparedPlan}`
}

function containing(text: string): SQL {
  const pattern = `%${literal(text)}%`
  return sql`${products.name} ilike ${pattern} or ${products.style_code} ilike ${pattern}`
}

/** The ids that begin with this text: the primary key has them side by side. */
function idsFrom(search: string): { first: string; last: string } | null {
  const digits = search.replaceAll('-', '').toLowerCase()
  return /^[0-9a-f]{4,32}$/.test(digits) ? { first: digits.padEnd(32, '0'), last: digits.padEnd(32, 'f') } : null
}

interface WantedSize {
  label: string
  stock?: number
  /** What the form showed. */
  seen?: number | null
  remove?: boolean
}

/**
 * Sets sizes of a product to the wanted stock, each change as a row of stock_movements with the admin (decisions, Sizes and stock). Problems: stock_moved with
 * the present numbers when they differ from those that the form showed, bad_input for an existing size that the form did not show.
 */
export async function setSizes(tx: Database, ctx: Context, productId: string, wanted: WantedSize[], reason: 'opening' | 'manual'): Promise<void> {
  const present = await lockSizes(tx, productId)
  const unseen = wanted.findIndex((size) => size.seen === undefined && present.some(({ label }) => label === size.label))
  if (unseen >= 0) throw new Problem('bad_input', { fields: { [`sizes.${unseen}.seen`]: 'Send the stock that you saw.' } })
  refuseMoved(
    wanted.map(({ label, seen }) => ({ label, seen: seen ?? 0 })),
    present,
  )
  const removed = wanted.filter(({ remove }) => remove).map(({ label }) => label)
  const kept = wanted.filter(({ label }) => !removed.includes(label)).map(({ label, stock = 0 }) => ({ label, stock }))
  await addSizes(tx, productId, kept)
  await moveStock(tx, ctx, productId, [...kept, ...removed.map((label) => ({ label, stock: 0 }))], reason)
  await removeSizes(tx, productId, removed)
  if (present.every(({ label }) => wanted.some((size) => size.label === label))) await orderSizes(tx, productId, kept)
}

/** Sets a plain number, for a product without sizes of its own. Problems: stock_has_sizes, stock_moved when the stock differs from what the form showed. */
export async function setPlainStock(tx: Database, ctx: Context, productId: string, stock: number, seen: number): Promise<void> {
  const present = await lockSizes(tx, productId)
  if (present.some(({ label }) => label !== oneSize)) throw new Problem('stock_has_sizes')
  refuseMoved([{ label: oneSize, seen }], present)
  await addSizes(tx, productId, [{ label: oneSize, stock }])
  await moveStock(tx, ctx, productId, [{ label: oneSize, stock }], 'manual')
}

interface PresentSize extends SizeStock, Record<string, unknown> {
  position: number
}

/** In the fixed order in which orders take stock, so that the two cannot deadlock. */
async function lockSizes(tx: Database, productId: string): Promise<PresentSize[]> {
  const { rows } = await tx.execute<PresentSize>(
    sql`select label, stock, position from product_size where product_id = ${productId} order by id for update`,
  )
  return rows.sort((a, b) => a.position - b.position)
}

function refuseMoved(wanted: { label: string; seen: number }[], present: SizeStock[]) {
  const stockOf = (label: string) => present.find((size) => size.label === label)?.stock ?? 0
  const moved = wanted.filter(({ label, seen }) => seen !== stockOf(label)).map(({ label }) => ({ label, stock: stockOf(label) }))
  if (moved.length === 0) return
  throw new Problem('stock_moved', {
    detail: moved.map(({ label, stock }) => (label === oneSize ? String(stock) : `${stock} of size ${label}`)).join(', '),
    facts: { sizes: present.map(({ label, stock }) => ({ label, stock })) },
  })
}

/** New sizes come after the existing ones. */
async function addSizes(tx: Database, productId: string, wanted: SizeStock[]) {
  await tx.execute(sql`
    insert into product_size (product_id, label, position)
    select ${productId}::uuid, w.label, (select coalesce(max(position), -1) from product_size where product_id = ${productId}) + w.place
    from jsonb_array_elements_text(${labelsOf(wanted)}::jsonb) with ordinality as w(label, place)
    on conflict (product_id, label) do nothing`)
}

async function moveStock(tx: Database, ctx: Context, productId: string, wanted: SizeStock[], reason: 'opening' | 'manual') {
  await tx.execute(sql`
    insert into stock_movements (product_size_id, delta, reason, actor_id, created_at)
    select z.id, w.stock - z.stock, ${reason}, ${ctx.actor.userId}::uuid, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(label text, stock integer)
    join product_size z on z.product_id = ${productId} and z.label = w.label
    where w.stock <> z.stock order by z.id`)
}

/** Lines of orders keep the size that was sold. */
async function removeSizes(tx: Database, productId: string, labels: string[]) {
  if (labels.length === 0) return
  await tx.execute(sql`
    delete from product_size z where z.product_id = ${productId}
      and z.label in (select jsonb_array_elements_text(${JSON.stringify(labels)}::jsonb))
      and not exists (select from order_items i where i.product_size_id = z.id)`)
}

/** A list that names every size sets their order. */
async function orderSizes(tx: Database, productId: string, sizes: SizeStock[]) {
  await tx.execute(sql`
    update product_size z set position = w.place - 1 from jsonb_array_elements_text(${labelsOf(sizes)}::jsonb) with ordinality as w(label, place)
    where z.product_id = ${productId} and z.label = w.label`)
}

function labelsOf(sizes: SizeStock[]): string {
  return JSON.stringify(sizes.map(({ label }) => label))
}
