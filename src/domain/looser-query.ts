import { type SearchQuery, wantsShoes } from '#domain/search-query.ts'
import { makes, shoeKinds } from '#domain/shoe-words.ts'

/** Queries to try when one finds no product, in order: each drops one more condition. Empty for a query of a single condition. */
export function looserQueries(query: SearchQuery): SearchQuery[] {
  const queries: SearchQuery[] = []
  let left: SearchQuery = { ...query, kinds: query.kinds.length > 0 ? query.kinds : kindsOfMakes(query.unknown), unknown: [], anyShoe: false }
  for (const part of [{}, ...conditions]) {
    left = { ...left, ...part }
    if (wantsShoes({ ...left, sort: undefined })) queries.push(left)
  }
  return queries
}

/** In the order in which they are dropped. */
const conditions: Partial<SearchQuery>[] = [
  { minPrice: undefined, maxPrice: undefined, onOffer: false },
  { sizes: [], foreign: null },
  { colours: [] },
  { names: [], said: [] },
]

function kindsOfMakes(words: string[]): SearchQuery['kinds'] {
  const kinds = words.flatMap((word) => (Object.hasOwn(makes, word) ? shoeKinds.filter(({ label }) => label === makes[word]) : []))
  return kinds.length > 0 ? [[...new Set(kinds)]] : []
}
