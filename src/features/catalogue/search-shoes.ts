import { and, exists, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { productSize, products } from '#db/schema.ts'
import type { ProductCard, Sorting } from '#domain/catalogue.ts'
import { describeQuery } from '#domain/describe-query.ts'
import { emptyQuery, following, isFollowing, looserQueries, type SearchQuery, wantsShoes } from '#domain/search-query.ts'
import { listCards, listPopular } from '#features/catalogue/list-popular.ts'
import { findPage } from '#features/catalogue/list-shelf.ts'
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
  /** Where nothing is found: pairs of that very name that are sold out. */
  soldOut: ProductCard[]
  /** Where nothing is found: the result without one of the conditions. */
  nearest: { without: Condition; products: ProductCard[]; sizes: string[] } | null
}
export type Condition = 'size' | 'price' | 'offer' | 'colour' | 'word'
type Db = Pick<Context, 'db'>

/** The highest number of shoes that is counted, and the most of a list. */
const mostFound = 100
const most = 6

/** Shoes in stock for the words of a buyer, as the shop's search understands them, with what comes nearest where there are none. */
export async function searchShoes(ctx: Db, { text, earlier = [], conditions = {}, ignoreUnknown }: ShoeSearch): Promise<FoundShoes> {
  const said = await readSaid(ctx, text)
  const { category, ...others } = conditions
  const fields = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  const merged = isFollowing(said) ? following(said, await soughtBefore(ctx, earlier)) : said
  const query: SearchQuery = { ...merged, ...fields, ...(ignoreUnknown && { unknown: [] }) }
  const nothing = { said, query, products: [], total: 0, soldOut: [], nearest: null }
  if (!wantsShoes(query) && !category) return nothing
  // An unknown word is a condition too, and no product meets it.
  if (query.unknown.length === 0) {
    const { products, total } = await findShoes(ctx, query, { category })
    if (total > 0) return { ...nothing, products, total }
  }
  const named = query.names.length > 0 ? (await findShoes(ctx, { ...query, sizes: [] }, { category, withSoldOut: true })).products : []
  return { ...nothing, soldOut: named.filter(({ is_available }) => !is_available), nearest: await nearestTo(ctx, query, category) }
}

export interface Instead {
  /** What comes nearest to the search, in words; null where no part of the search finds a product in stock. */
  nearest: { words: string; products: ProductCard[] } | null
  popular: ProductCard[]
}

/** What a list shows for a search that found nothing: only what can be bought. */
export async function listInstead(ctx: Db, search: string): Promise<Instead> {
  const { query } = await readSearch(ctx, search)
  const popular = await listPopular(ctx, 2 * most)
  for (const looser of looserQueries(query)) {
    const { products } = await findShoes(ctx, { ...looser, sort: 'newest' })
    const others = popular.filter(({ id }) => products.every((shown) => shown.id !== id))
    if (products.length > 0) return { nearest: { words: describeQuery(looser), products }, popular: others.slice(0, most) }
  }
  return { nearest: null, popular: popular.slice(0, most) }
}

/** A size that the size guide does not have stays as it was said. */
async function readSaid(ctx: Db, text: string): Promise<SearchQuery> {
  const { query } = await readSearch(ctx, text)
  return query.foreign && query.sizes.length === 0 ? { ...query, sizes: [`${query.foreign.system} ${query.foreign.label}`] } : query
}

async function soughtBefore(ctx: Db, earlier: string[]): Promise<SearchQuery> {
  const queries: SearchQuery[] = []
  for (const text of earlier) queries.push(await readSaid(ctx, text))
  return queries.filter(wantsShoes).reduce((sought, query) => (isFollowing(query) ? following(query, sought) : query), emptyQuery)
}

interface Found {
  where: SQL
  products: ProductCard[]
  total: number
}

/** Shoes in stock that meet a query, by the first way to look for it that finds some. */
async function findShoes(ctx: Db, query: SearchQuery, { category, withSoldOut }: { category?: string; withSoldOut?: boolean } = {}): Promise<Found> {
  const { minPrice, maxPrice, sort = 'newest' } = query
  for (const match of await matchesOf(ctx, query)) {
    const shown = matching(ctx.db, { category, minPrice, maxPrice, match, ...(!withSoldOut && { isAvailable: true }) })
    const where = withSoldOut ? shown : sql`${shown} and ${exists(inStock(ctx.db))}`
    const { total, ids } = await findPage(ctx.db, where, { sort, limit: most, highest: mostFound })
    if (total > 0) return { where, total, products: await listCards(ctx, ids.slice(0, most)) }
  }
  return { where: sql`false`, total: 0, products: [] }
}

async function nearestTo(ctx: Db, query: SearchQuery, category?: string): Promise<FoundShoes['nearest']> {
  for (const { without, applies, left } of conditions) {
    const less = { ...query, ...left }
    if (!applies(query) || less.unknown.length > 0) continue
    const sizes = without === 'size' ? nearestSizes(await sizesAmong(ctx, less, category), query.sizes) : []
    if (without === 'size' && sizes.length === 0) continue
    const sort = without === 'price' ? (query.maxPrice === undefined ? 'price-high' : 'price-low') : less.sort
    const found = await findShoes(ctx, { ...less, sort, ...(without === 'size' && { sizes }) }, { category })
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

/** Sizes in stock among the shoes that a query finds. */
async function sizesAmong(ctx: Db, query: SearchQuery, category?: string): Promise<string[]> {
  const { where } = await findShoes(ctx, query, { category })
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
