import type { Sorting } from '#domain/catalogue.ts'
import type { QueryNumbers } from '#domain/query-numbers.ts'

/** What a word of a search means, as PostgreSQL reads it (`understand_search`, 0100-joined-search.sql); `kind` is null where nothing in the shop has the word. */
export interface SearchTerm {
  word: string
  kind: 'kind' | 'purpose' | 'audience' | 'colour' | 'material' | 'make' | 'sense' | 'name' | null
  name: string
  /** Slugs. */
  categories: string[] | null
}

/** A kind of shoes, by its name in `search_synonyms`. */
export interface ShoeKind {
  /** Plural, for answers. */
  label: string
  slugs: string[]
  /** Names a purpose, such as running; dropped where another word names a kind of shoe. */
  isPurpose: boolean
}

/** A parsed search. A product must match all parts; of `sizes`, and of the kinds in one group, any one. */
export interface SearchQuery extends QueryNumbers {
  kinds: ShoeKind[][]
  audience: 'women' | 'men' | 'kids' | null
  colours: string[]
  /** Beginnings of words in product names. */
  names: string[]
  /** Materials: words in names or descriptions. */
  said: string[]
  /** Words that are in no name and have no other meaning. */
  unknown: string[]
  /** The kinds that come nearest to makes among the unknown words. */
  instead: ShoeKind[]
  onOffer: boolean
  sort?: Sorting
  /** The visitor asks for the price, or which sizes there are. */
  asksFacts: boolean
  /** The text contains a word for shoes in general. */
  anyShoe: boolean
}

/** Puts the meanings of the words together. */
export function toQuery(terms: SearchTerm[], numbers: QueryNumbers): SearchQuery {
  const nothing = { audience: null, kinds: [], colours: [], names: [], said: [], unknown: [], instead: [] }
  const query: SearchQuery = { ...numbers, ...nothing, onOffer: false, asksFacts: false, anyShoe: false }
  let joined = false
  /** After a preposition that follows shoes, words say what they are for. */
  let context = false
  let seen = false
  for (const { word, kind, name, categories } of terms) {
    if (kind === 'sense' && name === 'or') joined = true
    if (kind === 'sense' && name === 'for') context = seen
    if (kind === 'sense' && !Object.hasOwn(senses, name)) continue
    if (kind === null || kind === 'make') {
      // Other short words are mostly misspelt stop words.
      if (!context && (kind === 'make' || word.length > 3)) query.unknown.push(word)
      if (kind === 'make') query.instead.push({ label: name, slugs: [], isPurpose: false })
      continue
    }
    if (kind === 'kind' || kind === 'purpose') {
      const shoe: ShoeKind = { label: name, slugs: categories ?? [], isPurpose: kind === 'purpose' }
      const group = query.kinds.at(-1)
      if (group && joined) group.push(shoe)
      else if (!query.kinds.some((each) => each.some(({ label }) => label === name))) query.kinds.push([shoe])
      // `black sneakers and black sandals`: the second colour does not separate the two kinds.
      joined = false
    }
    // A girl's shoes are children's, in either order of words.
    else if (kind === 'audience') query.audience = query.audience === 'kids' ? 'kids' : (name as SearchQuery['audience'])
    else if (kind === 'sense') Object.assign(query, senses[name])
    else if (!query[lists[kind]].includes(name)) query[lists[kind]].push(name)
    context = false
    seen = true
  }
  const plain = query.kinds.filter((each) => each.some(({ isPurpose }) => !isPurpose))
  return { ...query, kinds: plain.length > 0 ? plain : query.kinds, sort: query.sort ?? (query.onOffer ? 'discount' : undefined) }
}

/** A query without conditions. */
export const emptyQuery = toQuery([], { sizes: [], foreign: null })

const lists = { colour: 'colours', material: 'said', name: 'names' } as const

/** By their names in `search_synonyms`; words of other senses say nothing about shoes. */
const senses: Record<string, Partial<SearchQuery>> = {
  shoe: { anyShoe: true },
  size: { asksFacts: true },
  system: { asksFacts: true },
  price: { asksFacts: true },
  offer: { onOffer: true },
  cheap: { sort: 'price-low' },
  dear: { sort: 'price-high' },
  new: { sort: 'newest' },
}

/** Whether a query has any condition or word that means shoes. */
export function wantsShoes(query: SearchQuery): boolean {
  return namesShoes(query) || refines(query)
}

/** Whether a query has only a size, a colour or a price: then it refines the query before (`and in 43?`). */
export function isFollowing(query: SearchQuery): boolean {
  return !namesShoes(query) && query.unknown.length === 0 && refines(query)
}

const namesShoes = ({ kinds, names, said, audience, anyShoe }: SearchQuery) =>
  kinds.length + names.length + said.length > 0 || audience !== null || anyShoe
const refines = (query: SearchQuery) => Object.keys(refinementsOf(query)).length > 0

/** The query before, with the conditions of the new one replaced. */
export function following(query: SearchQuery, before: SearchQuery): SearchQuery {
  return { ...before, ...refinementsOf(query) }
}

function refinementsOf({ sizes, foreign, colours, minPrice, maxPrice, sort, onOffer }: SearchQuery): Partial<SearchQuery> {
  return {
    ...((sizes.length > 0 || foreign) && { sizes, foreign }),
    ...(colours.length > 0 && { colours }),
    ...((minPrice ?? maxPrice) !== undefined && { minPrice, maxPrice }),
    ...(sort && { sort }),
    ...(onOffer && { onOffer }),
  }
}

/**
 * Queries to try when one finds no product: without as few conditions as possible, first what buyers do without most easily; without a size after the same
 * with it, without names last. The first has all but the words that nothing has. A single condition is left out for `anyShoe` alone, and a name for a kind.
 */
export function looserQueries(query: SearchQuery, anyShoe = false): SearchQuery[] {
  const kinds = query.kinds.length > 0 || query.instead.length === 0 ? query.kinds : [query.instead]
  // Without the price, the nearest to it come first.
  const sort = query.maxPrice !== undefined ? 'price-low' : query.minPrice !== undefined ? 'price-high' : query.sort
  const parts = [{ ...anyPrice, sort }, { onOffer: false }, { colours: [] }, { sizes: [], foreign: null }]
  const left = parts.reduce<Partial<SearchQuery>[][]>((sets, part) => sets.concat(sets.map((set) => [...set, part])), [[]])
  left.sort((some, more) => some.length - more.length)
  const all = { ...query, kinds, unknown: [], anyShoe }
  const from = kinds.length > 0 || query.audience ? [all, { ...all, names: [], said: [] }] : [all]
  const queries: SearchQuery[] = from.flatMap((kept) => left.map((set) => Object.assign({}, kept, ...set)))
  return [...new Map(queries.map((each) => [JSON.stringify(each), each])).values()].filter((each) => wantsShoes({ ...each, sort: undefined }))
}

/** In place of the prices of a query. */
export const anyPrice = { minPrice: undefined, maxPrice: undefined } satisfies Partial<SearchQuery>
