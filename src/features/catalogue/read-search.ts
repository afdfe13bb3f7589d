import { sql } from 'drizzle-orm'
import { type SearchMatch, sneakerSlugs, sneakersSlug } from '#domain/catalogue.ts'
import { readNumbers } from '#domain/query-numbers.ts'
import { areSneakers, type SearchWord } from '#domain/search.ts'
import { type SearchQuery, type SearchTerm, toQuery } from '#domain/search-query.ts'
import { toEu } from '#domain/size-chart.ts'
import type { Context } from '#features/context.ts'
import { readSizeGuide } from '#features/help/help-texts.ts'

/** A search as PostgreSQL reads it (`read_search`, 0015-quick-search.sql). The conditions are texts of the type `tsquery`. */
export interface ReadSearch {
  /** Those that a product must all have for an exact match. */
  words: SearchWord[]
  exact: string[] | null
  /** The same for names and style codes alone. */
  named: string[] | null
  /** One for each word that names have, misspelt ones corrected. */
  near: string[]
  /** The parts of the search by their meaning; sizes in EU. */
  query: SearchQuery
}

/** What a text looks for: its sizes and prices by their patterns, all other words by `search_synonyms` and the words of names, also misspelt. */
export async function readSearch(ctx: Pick<Context, 'db'>, text: string): Promise<ReadSearch> {
  const { rest, ...numbers } = readNumbers(text)
  const written = text
    .normalize('NFKC')
    .slice(0, maxLength)
    .replace(/[^\p{L}\p{N}'’`]+/gu, ' ')
  const { rows } = await ctx.db.execute<Omit<ReadSearch, 'query'> & { terms: SearchTerm[] }>(
    sql`select words, exact, named, terms, near from read_search(${written}, ${rest.replace(/[\d.]+/g, ' ')})`,
  )
  const { terms, ...read } = rows[0] as (typeof rows)[number]
  return { ...read, query: await inEuSizes(ctx, toQuery(terms.map(withUnion), numbers)) }
}

/** The conditions for words of names that come close to those that found nothing; null where there are none. */
export async function alikeTo(ctx: Pick<Context, 'db'>, { unknown, names }: SearchQuery): Promise<string[] | null> {
  const words = [...unknown, ...names].slice(0, 8)
  const { rows } = await ctx.db.execute<{ alike: string[] | null }>(sql`select search_alike(${sql.param(words)}::text[]) as alike`)
  return rows[0]?.alike ?? null
}

/** Longer than any search, and bounded for PostgreSQL's sake. */
const maxLength = 1000

/** The sneaker categories have one address together. */
function withUnion(term: SearchTerm): SearchTerm {
  return term.categories?.length === sneakerSlugs.length && areSneakers(term.categories) ? { ...term, categories: [sneakersSlug] } : term
}

/** A size of another system in EU, by the chart of the size guide; as it was said where the chart has none. */
async function inEuSizes(ctx: Pick<Context, 'db'>, query: SearchQuery): Promise<SearchQuery> {
  if (!query.foreign || query.sizes.length > 0) return query
  const sizes = toEu(await readSizeGuide(ctx), query.foreign, query.audience)
  return { ...query, sizes: sizes.length > 0 ? sizes : [`${query.foreign.system} ${query.foreign.label}`] }
}

/** The ways to look for a query, in the order in which they are tried: colours by their own names, then by those of their shades. */
export async function matchesOf(
  ctx: Pick<Context, 'db'>,
  { kinds, audience, colours, names, said, sizes, onOffer }: SearchQuery,
): Promise<SearchMatch[]> {
  const groups = [...kinds.map((group) => group.map(({ label }) => label)), colours, ...said.map((word) => [word])]
  if (audience && audience !== 'kids') groups.push([audience])
  const { rows } = await ctx.db.execute<{ words: string[] | null }>(sql`
    select search_condition(${JSON.stringify(groups.filter((group) => group.length > 0))}::jsonb, ${sql.param(names)}::text[], shades) as words
    from unnest(array[false, true]) as shades order by shades`)
  const [own, shades] = rows.map(({ words }) => words ?? [])
  const ways = String(own) === String(shades) ? [own] : [own, shades]
  return ways.map((words) => ({ words, sizes, onOffer, forKids: audience === 'kids' }))
}
