import type { ProductFilter, SearchMatch } from '#domain/catalogue.ts'
import { describeQuery } from '#domain/describe-query.ts'
import { categoriesLike, meaningOf, type NamedCategory, type SearchMeaning } from '#domain/search.ts'
import { type SearchQuery, wantsShoes } from '#domain/search-query.ts'
import { hasProduct, matching } from '#features/catalogue/product-filter.ts'
import { alikeTo, matchesOf, readSearch } from '#features/catalogue/read-search.ts'
import type { Context } from '#features/context.ts'

export interface UnderstoodSearch {
  /** What to list and to count. */
  filter: ProductFilter
  /** Set where the search was read as kinds of shoes or a size, because no name has it. */
  meant: SearchMeaning | null
  /** Categories that some word names, for where nothing matches exactly. */
  like: NamedCategory[]
}

/**
 * Names come first. A search is interpreted by the meaning of its words only if no name or style code has all of them in any order: with categories beside
 * names, or as kinds and a size, then as colours, prices and for whom; then words that come near. A chosen filter overrides the written text.
 */
export async function understandSearch(ctx: Pick<Context, 'db'>, filter: ProductFilter): Promise<UnderstoodSearch> {
  const { search, ...others } = filter
  if (!search) return { filter, meant: null, like: [] }
  const { words, exact, named, near, query } = await readSearch(ctx, search)
  const by = (match: SearchMatch) => ({ filter: { ...others, match }, meant: null, like: categoriesLike(words) })
  const meaning = meaningOf(words)
  const finds = async (conditions: string[] | null) => conditions !== null && hasProduct(ctx.db, matching(ctx.db, { match: { words: conditions } }))
  // Names that no product has together, and no category either: then none has them with the other words.
  const areNames = near.length === query.names.length && words.every((each) => each.categories.length === 0 || !query.names.includes(each.word))
  const areApart = near.length > 1 && areNames && !(await finds(near))
  const areSomewhere = words.every(({ isSaid, categories }) => isSaid || (!meaning && categories.length > 0))
  if (exact && !meaning?.size && areSomewhere && !areApart && (await finds(meaning ? named : exact))) return by({ words: exact })
  if (meaning) {
    const size = filter.size ?? meaning.size
    const kinds = meaning.categories.length > 0 ? meaning.categories.map(({ slug }) => slug) : undefined
    return { filter: { ...others, size, kinds }, meant: { ...meaning, size }, like: [] }
  }
  const read = areApart ? null : await readAsQuery(ctx, others, query)
  if (read) return read
  const corrected = [...(areApart ? [] : [near]), [near.join(' | ')]]
  if (near.length > 0) for (const words of corrected) if (await finds(words)) return by({ words, isNear: true })
  const alike = await alikeTo(ctx, query)
  return by(alike && (await finds(alike)) ? { words: alike, isNear: true } : { words: [''] })
}

/** Null where a word stays unexplained, where nothing is found, and where the search only has words of names: those are corrected and come near. */
async function readAsQuery(ctx: Pick<Context, 'db'>, filter: ProductFilter, said: SearchQuery): Promise<UnderstoodSearch | null> {
  if (said.unknown.length > 0 || !wantsShoes({ ...said, names: [], anyShoe: false })) return null
  const query = { ...said, sizes: said.sizes.length > 1 ? said.sizes : [] }
  const size = filter.size ?? (said.sizes.length === 1 ? said.sizes[0] : undefined)
  const { minPrice = said.minPrice, maxPrice = said.maxPrice, sort = said.sort } = filter
  for (const match of await matchesOf(ctx, query)) {
    const asked = { ...filter, size, minPrice, maxPrice, sort, match }
    if (!(await hasProduct(ctx.db, matching(ctx.db, asked)))) continue
    const words = describeQuery({ ...said, sizes: size ? [size] : query.sizes, minPrice, maxPrice })
    const converted = said.foreign && !filter.size ? ` (${said.foreign.system} ${said.foreign.label})` : ''
    return { filter: asked, meant: { categories: [], size, minPrice, maxPrice, sort, words: words + converted }, like: [] }
  }
  return null
}
