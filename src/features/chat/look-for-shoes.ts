import type { ReplyProduct } from '#domain/assistant.ts'
import { type SearchQuery, wantsShoes } from '#domain/search-query.ts'
import { type FoundShoes, findShoes, sizesAmong } from '#features/chat/find-shoes.ts'
import type { Context } from '#features/context.ts'

export interface LookedFor extends FoundShoes {
  /** Where nothing is found: the result without one of the conditions. The answer never shows it as an exact match. */
  nearest: { without: Condition; products: ReplyProduct[]; sizes: string[] } | null
  /** Pairs of that very name that are sold out. */
  soldOut: ReplyProduct[]
}
export type Condition = 'size' | 'price' | 'offer' | 'colour' | 'word'

/** Searches for shoes with all conditions; where there are none, for the nearest. An answer always says that it dropped a size or a price (peers, Bot). */
export async function lookForShoes(ctx: Pick<Context, 'db'>, query: SearchQuery): Promise<LookedFor> {
  // An unknown word is a condition too, and no product meets it.
  const found = query.unknown.length === 0 ? await findShoes(ctx, query) : { products: [], total: 0 }
  if (found.total > 0) return { ...found, nearest: null, soldOut: [] }
  const soldOut = query.names.length > 0 ? (await findShoes(ctx, { ...query, sizes: [] }, { soldOut: true })).products.filter(isSoldOut) : []
  return { ...found, nearest: await nearestTo(ctx, query), soldOut }
}

async function nearestTo(ctx: Pick<Context, 'db'>, query: SearchQuery): Promise<LookedFor['nearest']> {
  for (const { without, applies, left } of conditions) {
    if (!applies(query)) continue
    const less = { ...query, ...left }
    if (less.unknown.length > 0) continue
    const sizes = without === 'size' ? nearestSizes(await sizesAmong(ctx, query), query.sizes) : []
    if (without === 'size' && sizes.length === 0) continue
    const { products } = await findShoes(ctx, {
      ...less,
      ...(without === 'size' && { sizes }),
      ...(without === 'price' && { sort: nearestPrice(query) }),
    })
    if (products.length > 0) return { without, products: products.slice(0, 3), sizes }
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

function nearestPrice({ maxPrice }: SearchQuery): SearchQuery['sort'] {
  return maxPrice === undefined ? 'price-high' : 'price-low'
}

/** The two sizes nearest to those of the query, nearest first. */
function nearestSizes(there: string[], asked: string[]): string[] {
  const distance = (label: string) => Math.min(...asked.map((size) => Math.abs(Number(size) - Number(label))))
  return there
    .filter((label) => Number.isFinite(distance(label)))
    .sort((a, b) => distance(a) - distance(b) || Number(b) - Number(a))
    .slice(0, 2)
}

function isSoldOut({ is_available }: ReplyProduct): boolean {
  return !is_available
}
