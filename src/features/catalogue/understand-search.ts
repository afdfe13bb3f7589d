import { products } from '#db/schema.ts'
import type { ProductFilter } from '#domain/catalogue.ts'
import { describeQuery } from '#domain/describe-query.ts'
import { meaningOf, type SearchMeaning, searchWords } from '#domain/search.ts'
import { wantsShoes } from '#domain/search-query.ts'
import { hasProduct, matching } from '#features/catalogue/product-filter.ts'
import { huesOf } from '#features/catalogue/query-filter.ts'
import { inEuSizes, readShoes } from '#features/catalogue/read-shoes.ts'
import type { Context } from '#features/context.ts'

export interface UnderstoodSearch {
  /** What to list and to count. */
  filter: ProductFilter
  /** Set where the search was read as kinds of shoes or a size, because no name has it. */
  meant: SearchMeaning | null
  /** No product contains the search: only names that come near it are found. */
  isNear?: true
}

/**
 * Names come first. A search is interpreted by the meaning of its words only if no name or style code has all of them in any order: first as kinds and a size,
 * then with categories beside names, then as colours, prices and for whom. A chosen filter overrides the written text.
 */
export async function understandSearch(ctx: Pick<Context, 'db'>, filter: ProductFilter): Promise<UnderstoodSearch> {
  const { search } = filter
  if (!search) return { filter, meant: null }
  const words = searchWords(search)
  const byWords = { ...filter, search: undefined, words }
  // A single word needs only the search in names.
  const inNames = words.length > 1 && (await isThere(ctx, { words: words.map((word) => ({ ...word, categories: [] })) }))
  if (inNames) return { filter: byWords, meant: null }
  if (await isThere(ctx, { search })) return { filter, meant: null }
  const meaning = meaningOf(search)
  if (!meaning) {
    if (words.length > 0 && (await isThere(ctx, { words }))) return { filter: byWords, meant: null }
    return (await readAsQuery(ctx, filter, search)) ?? { filter, meant: null, isNear: true }
  }
  const size = filter.size ?? meaning.size
  const kinds = meaning.categories.length > 0 ? meaning.categories.map(({ slug }) => slug) : undefined
  return { filter: { ...filter, search: undefined, size, kinds }, meant: { ...meaning, size } }
}

/** Null where a word stays unexplained, where nothing is found, and where the search only has words of names: those are searched by similarity. */
async function readAsQuery(ctx: Pick<Context, 'db'>, filter: ProductFilter, search: string): Promise<UnderstoodSearch | null> {
  const said = await inEuSizes(ctx, await readShoes(ctx, search))
  const query = { ...said, sizes: said.sizes.length > 1 ? said.sizes : [] }
  if (said.unknown.length > 0 || (said.foreign && said.sizes.length === 0) || !wantsShoes({ ...said, names: [], anyShoe: false })) return null
  const size = filter.size ?? (said.sizes.length === 1 ? said.sizes[0] : undefined)
  const { minPrice = said.minPrice, maxPrice = said.maxPrice, sort = said.sort } = filter
  for (const hues of huesOf(said.colours)) {
    const asked = { ...filter, search: undefined, size, minPrice, maxPrice, sort, query: { query, hues } }
    if (await isThere(ctx, asked)) {
      const words = describeQuery({ ...said, sizes: size ? [size] : query.sizes, minPrice, maxPrice })
      const converted = said.foreign && !filter.size ? ` (${said.foreign.system} ${said.foreign.label})` : ''
      return { filter: asked, meant: { categories: [], size, minPrice, maxPrice, sort, words: words + converted } }
    }
  }
  return null
}

/** So many shoes have a size in stock that the first match comes soon; words may match anywhere or nowhere. */
async function isThere({ db }: Pick<Context, 'db'>, filter: ProductFilter): Promise<boolean> {
  const found = matching(db, filter)
  if (!filter.size && !filter.query?.query.sizes.length) return hasProduct(db, found)
  const rows = await db.select({ id: products.id }).from(products).where(found).limit(1)
  return rows.length > 0
}
