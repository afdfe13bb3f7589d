import { exists, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { ProductCard, ProductFilter } from '#domain/catalogue.ts'
import { categoriesLike, describeQuery, type NamedCategory } from '#domain/search.ts'
import { emptyQuery, following, isFollowing, looserQueries, type SearchQuery, wantsShoes } from '#domain/search-query.ts'
import { readCategories } from '#features/catalogue/categories.ts'
import { listPopular } from '#features/catalogue/featured-products.ts'
import { listSizes } from '#features/catalogue/list-facets.ts'
import { inStock, matching } from '#features/catalogue/product-filter.ts'
import { readPage, toCard } from '#features/catalogue/product-lists.ts'
import { matchOf, readSearch } from '#features/catalogue/understand-search.ts'

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
  nearest: Nearest | null
}

/** What is found for a looser query, where nothing meets all conditions. */
export interface Nearest {
  query: SearchQuery
  products: ProductCard[]
  /** Without the size: the two nearest to it that are in stock, which the products have. */
  sizes: string[]
}
type Db = Pick<Context, 'db'>

/** The highest number of shoes that is counted, and the most of a list. */
const mostFound = 100
const most = 6

/** Stand above the words, where they are not undefined. `category` is a slug. */
type Conditions = Partial<SearchQuery> & { category?: string }

/**
 * Shoes in stock for the words of a buyer, as the shop's search understands them, with what comes nearest where there are none. A text that only refines
 * (`and in 43?`) refines what the buyer's earlier messages, oldest first, looked for.
 */
export async function searchShoes(ctx: Db, text: string, { category, ...others }: Conditions, earlier: string[] = []): Promise<FoundShoes> {
  const { query: said } = await readSearch(ctx, text)
  const stated = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  const query: SearchQuery = { ...(isFollowing(said) ? following(said, await soughtBefore(ctx, earlier)) : said), ...stated }
  const nothing = { said, query, products: [], total: 0, soldOut: [], nearest: null }
  if (!wantsShoes(query) && !category) return nothing
  // An unknown word is a condition too, and no product meets it.
  const filter = { category, isAvailable: true }
  const found = query.unknown.length === 0 ? await findShoes(ctx, query, filter) : null
  if (found) return { ...nothing, products: found.products, total: found.total }
  const named = query.names.length > 0 ? await findShoes(ctx, { ...query, sizes: [] }, { category }) : null
  const soldOut = (named?.products ?? []).filter(({ is_available }) => !is_available)
  return { ...nothing, soldOut, nearest: await findNearest(ctx, query, filter, true) }
}

export interface Instead {
  /** What comes nearest to the search, in words; null where no part of the search finds a product in stock. */
  nearest: { words: string; products: ProductCard[] } | null
  popular: ProductCard[]
  /** Categories that some word names. */
  like: NamedCategory[]
}

/** What a list shows for a search that found nothing: only what can be bought. */
export async function listInstead(ctx: Db, search: string): Promise<Instead> {
  const { query, words } = await readSearch(ctx, search)
  const nearest = await findNearest(ctx, query, { isAvailable: true })
  const popular = (await listPopular(ctx, 2 * most)).filter(({ id }) => !nearest?.products.some((shown) => shown.id === id))
  return {
    nearest: nearest && { words: describeQuery(nearest.query), products: nearest.products },
    popular: popular.slice(0, most),
    like: categoriesLike(words, await readCategories(ctx)),
  }
}

async function soughtBefore(ctx: Db, earlier: string[]): Promise<SearchQuery> {
  const queries: SearchQuery[] = []
  for (const text of earlier) queries.push((await readSearch(ctx, text)).query)
  return queries.filter(wantsShoes).reduce((sought, query) => (isFollowing(query) ? following(query, sought) : query), emptyQuery)
}

/** Shoes that meet a query and a filter; null where there are none. Available ones are in stock. */
async function findShoes(ctx: Db, query: SearchQuery, filter: ProductFilter) {
  const { minPrice, maxPrice, sort = 'newest' } = query
  const asked: ProductFilter = { ...filter, minPrice, maxPrice, match: await matchOf(ctx, query) }
  const shown = await matching(ctx.db, asked)
  const where = filter.isAvailable ? sql`${shown} and ${exists(inStock(ctx.db))}` : shown
  const { total, data } = await readPage(ctx.db, where, 'card', { sort, limit: most, highest: mostFound })
  return total > 0 ? { asked, total, products: data.map(toCard) } : null
}

async function findNearest(ctx: Db, query: SearchQuery, filter: ProductFilter, anyShoe?: boolean): Promise<Nearest | null> {
  for (const looser of looserQueries(query, anyShoe)) {
    const found = await findShoes(ctx, looser, filter)
    if (!found) continue
    const there = looser.sizes.length < query.sizes.length ? (await listSizes(ctx, found.asked)).map(({ label }) => label) : []
    const sizes = nearestSizes(there, query.sizes)
    const shown = sizes.length > 0 ? await findShoes(ctx, { ...looser, sizes }, filter) : found
    return { query: looser, products: (shown ?? found).products, sizes }
  }
  return null
}

/** The two sizes nearest to those that were asked for, nearest first. */
export function nearestSizes(there: string[], asked: string[]): string[] {
  const distance = (label: string) => Math.min(...asked.map((size) => Math.abs(Number(size) - Number(label))))
  const numbers = there.filter((label) => Number.isFinite(distance(label)))
  return numbers.sort((a, b) => distance(a) - distance(b) || Number(b) - Number(a)).slice(0, 2)
}
