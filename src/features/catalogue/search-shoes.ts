import { and, asc, count, desc, exists, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { productSize, products } from '#db/schema.ts'
import type { ProductCard, Sorting } from '#domain/catalogue.ts'
import { emptyQuery, following, isFollowing, type SearchQuery, wantsShoes } from '#domain/search-query.ts'
import { listCards } from '#features/catalogue/list-popular.ts'
import { inStock, matching } from '#features/catalogue/product-filter.ts'
import { matchesOf, readSearch } from '#features/catalogue/read-search.ts'
import type { Context } from '#features/context.ts'

export interface ShoeSearch {
  /** A message or words of a buyer. */
  text: string
  /** The buyer's earlier messages, oldest first: a text that only refines (`and in 43?`) refines what they looked for. */
  earlier?: string[]
  /** Stand above the words. `category` is a slug. */
  conditions?: { category?: string; sizes?: string[]; minPrice?: number; maxPrice?: number; onOffer?: boolean; sort?: Sorting }
  /** Words that no shoe has are ignored, instead of being a condition that nothing meets. */
  ignoreUnknown?: boolean
  limit?: number
}

export interface FoundShoes {
  /** What the text alone says; sizes in EU. */
  said: SearchQuery
  /** What was searched: nothing where it does not want shoes. */
  query: SearchQuery
  /** They meet every condition and are in stock. Sorted as the query says, newest first otherwise. */
  products: ProductCard[]
  /** Counted up to a hundred; 101 where there are more. */
  total: number
  isExact: boolean
  /** Where nothing is found: pairs of that very name that are sold out. */
  soldOut: ProductCard[]
  /** Where nothing is found: the result without one of the conditions. */
  nearest: { without: Condition; products: ProductCard[]; sizes: string[] } | null
}
export type Condition = 'size' | 'price' | 'offer' | 'colour' | 'word'
type Db = Pick<Context, 'db'>

/** The highest number of shoes that is counted. */
const mostFound = 100

/** Shoes in stock for the words of a buyer, as the shop's search understands them, with what comes nearest where there are none. */
export async function searchShoes(ctx: Db, { text, earlier = [], conditions = {}, ignoreUnknown, limit = 6 }: ShoeSearch): Promise<FoundShoes> {
  const said = await readSaid(ctx, text)
  const merged = isFollowing(said) ? following(said, await soughtBefore(ctx, earlier)) : said
  const { category, ...others } = conditions
  const query = { ...merged, ...defined(others), ...(ignoreUnknown && { unknown: [] }) }
  const nothing = { said, query, products: [], total: 0, isExact: false, soldOut: [], nearest: null }
  if (!wantsShoes(query) && !category) return nothing
  const find = (each: SearchQuery, options: { soldOut?: boolean; most?: number } = {}) => findShoes(ctx, each, { category, most: limit, ...options })
  // An unknown word is a condition too, and no product meets it.
  const found = query.unknown.length === 0 ? await find(query) : nothing
  if (found.total > 0) return { ...nothing, ...found, isExact: true }
  const named = query.names.length > 0 ? (await find({ ...query, sizes: [] }, { soldOut: true })).products : []
  return { ...nothing, soldOut: named.filter(({ is_available }) => !is_available), nearest: await nearestTo(ctx, query, find, category) }
}

/** A size that the size guide does not have stays as it was said. */
async function readSaid(ctx: Db, text: string): Promise<SearchQuery> {
  const { query } = await readSearch(ctx, text)
  return query.foreign && query.sizes.length === 0 ? { ...query, sizes: [`${query.foreign.system} ${query.foreign.label}`] } : query
}

async function soughtBefore(ctx: Db, earlier: string[]): Promise<SearchQuery> {
  let sought = emptyQuery
  for (const text of earlier) {
    const query = await readSaid(ctx, text)
    if (wantsShoes(query)) sought = isFollowing(query) ? following(query, sought) : query
  }
  return sought
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}

interface Options {
  category?: string
  most: number
  /** Also what is sold out. */
  soldOut?: boolean
}

async function findShoes(ctx: Db, query: SearchQuery, { most, ...options }: Options): Promise<{ products: ProductCard[]; total: number }> {
  const { where, total } = await countShoes(ctx, query, options)
  if (total === 0) return { products: [], total }
  const order = orders[query.sort ?? 'newest']
  const ids = await ctx.db.select({ id: products.id }).from(products).where(where).orderBy(order, desc(products.id)).limit(most)
  return {
    products: await listCards(
      ctx,
      ids.map(({ id }) => id),
    ),
    total,
  }
}

const orders = {
  newest: desc(products.created_at),
  'price-low': asc(products.unit_price),
  'price-high': desc(products.unit_price),
  discount: desc(products.discount_percentage),
}

async function countShoes(
  ctx: Db,
  query: SearchQuery,
  { category, soldOut }: Omit<Options, 'most'>,
): Promise<{ where: SQL | undefined; total: number }> {
  const { db } = ctx
  const { minPrice, maxPrice } = query
  for (const match of await matchesOf(ctx, query)) {
    const shown = matching(db, { category, minPrice, maxPrice, match, ...(!soldOut && { isAvailable: true }) })
    const where = and(shown, soldOut ? undefined : exists(inStock(db)))
    const some = db
      .select({ id: products.id })
      .from(products)
      .where(where)
      .limit(mostFound + 1)
      .as('some')
    const [counted] = await db.select({ total: count() }).from(some)
    if (counted && counted.total > 0) return { where, total: counted.total }
  }
  return { where: sql`false`, total: 0 }
}

async function nearestTo(
  ctx: Db,
  query: SearchQuery,
  find: (query: SearchQuery) => ReturnType<typeof findShoes>,
  category?: string,
): Promise<FoundShoes['nearest']> {
  for (const { without, applies, left } of conditions) {
    const less = { ...query, ...left }
    if (!applies(query) || less.unknown.length > 0) continue
    const sizes = without === 'size' ? nearestSizes(await sizesAmong(ctx, less, category), query.sizes) : []
    if (without === 'size' && sizes.length === 0) continue
    const sort = without === 'price' ? (query.maxPrice === undefined ? 'price-high' : 'price-low') : less.sort
    const found = await find({ ...less, sort, ...(without === 'size' && { sizes }) })
    if (found.total > 0) return { without, products: found.products.slice(0, 3), sizes }
  }
  return null
}

/** The order in which conditions are dropped, one at a time. */
const conditions: { without: Condition; applies(query: SearchQuery): boolean; left: Partial<SearchQuery> }[] = [
  { without: 'price', applies: ({ minPrice, maxPrice }) => (minPrice ?? maxPrice) !== undefined, left: { minPrice: undefined, maxPrice: undefined } },
  { without: 'size', applies: ({ sizes }) => sizes.length > 0, left: { sizes: [] } },
  { without: 'colour', applies: ({ colours, kinds, names }) => colours.length > 0 && kinds.length + names.length > 0, left: { colours: [] } },
  { without: 'offer', applies: ({ onOffer }) => onOffer, left: { onOffer: false } },
  { without: 'word', applies: (query) => query.unknown.length > 0 && wantsShoes(query), left: { unknown: [] } },
]

/** Sizes in stock among the products that a query finds. */
async function sizesAmong(ctx: Db, query: SearchQuery, category?: string): Promise<string[]> {
  const { where } = await countShoes(ctx, query, { category })
  const rows = await ctx.db
    .selectDistinct({ label: productSize.label })
    .from(productSize)
    .where(and(gt(productSize.stock, 0), inArray(productSize.product_id, ctx.db.select({ id: products.id }).from(products).where(where))))
  return rows.map(({ label }) => label)
}

/** The two sizes nearest to those of the query, nearest first. */
function nearestSizes(there: string[], asked: string[]): string[] {
  const distance = (label: string) => Math.min(...asked.map((size) => Math.abs(Number(size) - Number(label))))
  return there
    .filter((label) => Number.isFinite(distance(label)))
    .sort((a, b) => distance(a) - distance(b) || Number(b) - Number(a))
    .slice(0, 2)
}
