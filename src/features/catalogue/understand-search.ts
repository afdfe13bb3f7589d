import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { ProductFilter, SearchMatch } from '#domain/catalogue.ts'
import {
  categoriesLike,
  conditionsOf,
  describeQuery,
  isSize,
  meaningOf,
  type NamedCategory,
  type SearchMeaning,
  type SearchWord,
  toEu,
} from '#domain/search.ts'
import { maxLength, readNumbers, type SearchQuery, type SearchTerm, toQuery, wantsShoes } from '#domain/search-query.ts'
import { readCategories } from '#features/catalogue/categories.ts'
import { hasProduct, matching } from '#features/catalogue/product-filter.ts'
import { readSizeGuide } from '#features/content/help-texts.ts'

interface UnderstoodSearch {
  /** What to list and to count. */
  filter: ProductFilter
  /** Set where the search was read as kinds of shoes, a size, a colour or a price, because no name has it. */
  meant: SearchMeaning | null
  /** Categories that some word names, for where nothing matches exactly. */
  like: NamedCategory[]
}

/**
 * Each word may be met by a name, a style code, a category or its meaning, and all must be met. Where nothing meets them the search is read as kinds, colours,
 * prices, sizes and for whom; then by words that come near. A chosen filter overrides the written text.
 */
export async function understandSearch(ctx: Pick<Context, 'db'>, filter: ProductFilter): Promise<UnderstoodSearch> {
  const { search, ...others } = filter
  if (!search) return { filter, meant: null, like: [] }
  const [{ words, near, query, makes }, shop] = [await readSearch(ctx, search), await readCategories(ctx)]
  const by = (match: SearchMatch) => ({ filter: { ...others, match }, meant: null, like: categoriesLike(words, shop) })
  const meaning = meaningOf(words, shop)
  if (meaning) {
    const size = filter.size ?? meaning.size
    const narrow = meaning.categories.length > 0 ? conditionsOf(words.filter((word) => !isSize(word))) : null
    const isNamed = !size && words.some(({ isSaid }) => isSaid)
    // Shoes of other categories have the name, too.
    const inWords = words.some(({ isMeant }) => isMeant) ? { words: describeQuery({ ...query, sizes: size ? [size] : [] }) } : {}
    return { filter: { ...others, size, match: { words: narrow ?? [] } }, meant: isNamed ? null : { ...meaning, ...inWords, size }, like: [] }
  }
  const exact = conditionsOf(words)
  const finds = async (conditions: string[]) => hasProduct(ctx.db, await matching(ctx.db, { match: { words: conditions } }))
  // Names that no product has together, and no category either: then none has them with the other words.
  const areNames = near.length === query.names.length && words.every((each) => each.categories.length === 0 || !query.names.includes(each.word))
  const areApart = near.length > 1 && areNames && !(await finds(near))
  const areSomewhere = words.every(({ isSaid, isMeant, categories }) => isSaid || isMeant || categories.length > 0)
  if (exact && areSomewhere && !areApart && (await finds(exact))) return by({ words: exact })
  const read = areApart ? null : await readAsQuery(ctx, others, query)
  if (read) return read
  const corrected = [...(areApart ? [] : [near]), [near.join(' | ')]]
  if (near.length > 0) for (const words of corrected) if (await finds(words)) return by({ words, isNear: true })
  const strange = [...query.unknown, ...query.names].filter((word) => !makes.includes(word)).slice(0, 8)
  const { rows } = await ctx.db.execute<{ alike: string[] | null }>(sql`select search_alike(${sql.param(strange)}::text[]) as alike`)
  const alike = rows[0]?.alike
  return by(alike && (await finds(alike)) ? { words: alike, isNear: true } : { words: [''] })
}

/** Null where a word stays unexplained, where nothing is found, and where the search only has words of names: those are corrected and come near. */
async function readAsQuery(ctx: Pick<Context, 'db'>, filter: ProductFilter, said: SearchQuery): Promise<UnderstoodSearch | null> {
  if (said.unknown.length > 0 || !wantsShoes({ ...said, names: [], anyShoe: false })) return null
  const query = { ...said, sizes: said.sizes.length > 1 ? said.sizes : [] }
  const size = filter.size ?? (said.sizes.length === 1 ? said.sizes[0] : undefined)
  const { minPrice = said.minPrice, maxPrice = said.maxPrice, sort = said.sort } = filter
  const asked = { ...filter, size, minPrice, maxPrice, sort, match: await matchOf(ctx, query) }
  if (!(await hasProduct(ctx.db, await matching(ctx.db, asked)))) return null
  const words = describeQuery({ ...said, sizes: size ? [size] : query.sizes, minPrice, maxPrice })
  const converted = said.foreign && !filter.size ? ` (${said.foreign.system} ${said.foreign.label})` : ''
  return { filter: asked, meant: { categories: [], size, minPrice, maxPrice, sort, words: words + converted }, like: [] }
}

/** The columns of `understand_search`, which says what each is (0005-search.sql). The conditions are texts of the type `tsquery`. */
type SearchRow = { words: SearchWord[]; terms: SearchTerm[]; near: string[] }

/** What a text looks for: its sizes and prices by their patterns, all other words by `search_synonyms` and the words of names, also misspelt. Sizes in EU. */
export async function readSearch(ctx: Pick<Context, 'db'>, text: string): Promise<SearchRow & { query: SearchQuery; makes: string[] }> {
  const { rest, ...numbers } = readNumbers(text)
  const start = text.normalize('NFKC').slice(0, maxLength)
  const [written, unnumbered] = [start.replace(/[^\p{L}\p{N}'’`]+/gu, ' '), rest.replace(/[\d.]+/g, ' ')]
  const { rows } = await ctx.db.execute<SearchRow>(sql`select words, terms, near from understand_search(${written}, ${unnumbered})`)
  const row = rows[0] as SearchRow
  const query = toQuery(row.terms, numbers)
  if (query.foreign && query.sizes.length === 0) {
    const sizes = toEu(await readSizeGuide(ctx), query.foreign, query.audience)
    // As it was said, where the chart of the size guide has none.
    query.sizes = sizes.length > 0 ? sizes : [`${query.foreign.system} ${query.foreign.label}`]
  }
  return { ...row, query, makes: row.terms.flatMap(({ kind, word }) => (kind === 'make' ? [word] : [])) }
}

/** How to look for a query. */
export async function matchOf(ctx: Pick<Context, 'db'>, query: SearchQuery): Promise<SearchMatch> {
  const { kinds, audience, colours, names, said, sizes, onOffer } = query
  const groups = [...kinds.map((group) => group.map(({ label }) => label)), colours, ...said.map((word) => [word])]
  if (audience && audience !== 'kids') groups.push([audience])
  const { rows } = await ctx.db.execute<{ words: string[] | null }>(sql`
    select search_match(${JSON.stringify(groups.filter((group) => group.length > 0))}::jsonb, ${sql.param(names)}::text[]) as words`)
  return { words: rows[0]?.words ?? [], sizes, onOffer, forKids: audience === 'kids' }
}
