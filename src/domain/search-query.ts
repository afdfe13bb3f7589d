import type { Sorting } from '#domain/catalogue.ts'

/** What a word of a search means, as PostgreSQL reads it (`understand_search`, 0005-search.sql); `kind` is null where nothing in the shop has the word. */
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

/** The prices and sizes in a search text. */
interface QueryNumbers {
  /** EU labels. */
  sizes: string[]
  /** A size of another system, to be converted by the size guide. */
  foreign: { system: 'UK' | 'US'; label: string } | null
  /** KSh after discount, inclusive. */
  minPrice?: number
  maxPrice?: number
}

/** The prices and sizes of a text, and the rest of it in lower case. */
export function readNumbers(text: string): QueryNumbers & { rest: string } {
  let rest = normalise(text)
  const take = (pattern: RegExp): string[] | null => {
    const match = pattern.exec(rest)
    if (!match) return null
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`
    return match.slice(1)
  }
  const amounts = (pattern: RegExp) => take(pattern)?.map(Number) ?? []
  const between = amounts(range).sort((a, b) => a - b)
  const [minPrice, ceiling] = between.length > 0 ? between : [amounts(lowerBound)[0], amounts(upperBound)[0]]
  const isAlone = (minPrice ?? ceiling) === undefined && Number(alone.exec(rest)?.[1]) >= minBareAmount
  const maxPrice = isAlone ? amounts(alone)[0] : ceiling
  const [system, first, second, systemBehind, bare] = take(foreignSize) ?? []
  const label = first ?? second ?? bare
  const sizes = (take(euSizes) ?? take(oddSize))?.[0]?.match(/\d+(?:\.5)?/g) ?? []
  const foreign = label ? { system: (system ?? systemBehind) === 'us' ? ('US' as const) : ('UK' as const), label } : null
  return { minPrice, maxPrice, sizes: [...new Set(sizes)], foreign, rest }
}

const money = String.raw`(?:(?:ksh|kes|kshs|sh|shs|bob) )?(\d{3,7})(?: (?:ksh|kes|sh|shs|bob|shillings?))?`
const range = new RegExp(String.raw`(?:between|from|kati ya|kutoka)? ?\b${money} (?:(?:and|to|na|hadi|mpaka|or) )?${money}\b`)
const upperBound = new RegExp(
  String.raw`\b(?:(?<!not )(?:under|below|beneath|less than|lesser than|cheaper than)|max(?:imum)?(?: of)?|up to|upto|within|n(?:ot|o) more than|not (?:above|over)|at most|chini ya|isizidi|isiyozidi|hadi|mpaka|budget(?: of| is| ya| yangu ni| yangu)?) ${money}\b`,
)
const lowerBound = new RegExp(
  String.raw`\b(?:(?<!not? )(?:over|above|more than)|at least|from|juu ya|zaidi ya|kuanzia|min(?:imum)?(?: of)?|starting (?:from|at)|not (?:less than|below|under)) ${money}\b`,
)
const alone = new RegExp(String.raw`\b${money}\b`)
const sizeName = '(?:sizes?|saizi|saiz|sais|namba|number|no)'
const foreignSize = new RegExp(
  String.raw`\b(uk|us)(?: ${sizeName})?(?: ya)? (\d{1,2}(?:\.5)?)\b(?! pairs?)|\b(?:${sizeName} )?(\d{1,2}(?:\.5)?) (uk|us)\b|\b${sizeName}(?: ya)? (1[0-5](?:\.5)?|[3-9](?:\.5)?)\b`,
)
const euSizes = new RegExp(
  String.raw`\b(?:(?:eu|eur|european) )?(?:${sizeName}(?: ya| eu| eur)? )?(?:eu )?((?:3[0-9]|4[0-9]|50)(?:\.5)?(?: (?:(?:or|and|au|ama|na|to|hadi) )?(?:3[0-9]|4[0-9]|50)\b)*)\b`,
)
/** Sizes that the shop does not sell are recognised only with a word such as `size`. */
const oddSize = new RegExp(String.raw`\b(?:eu|${sizeName})(?: ya| eu)? (1[6-9]|2[0-9]|5[1-9]|6[0-9])\b`)
/** Smaller amounts count as a price only with words such as `under` or `KSh`. */
const minBareAmount = 500

/** `elfu tatu` is 3000. */
const counts: Record<string, number> = { moja: 1, mbili: 2, tatu: 3, nne: 4, tano: 5, sita: 6, saba: 7, nane: 8, tisa: 9, kumi: 10 }

/** Of a search, and at least that of a message (chatLimits). Bounds the work: normalising may turn one character into eighteen. */
export const maxLength = 1000

/** Normalised amounts: `6,500`, `6.5k` and `KSh6500/=` become `6500`; percentages are removed. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .slice(0, maxLength)
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/</g, ' under ')
    .replace(/>/g, ' over ')
    .replace(/\d+(?:\.\d+)? ?(?:%|percent)/g, ' ')
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/\belfu ([a-z]+)\b/g, (said, count: string) => (Object.hasOwn(counts, count) ? String((counts[count] as number) * 1000) : said))
    .replace(/\b(\d{1,3}(?:\.\d)?) ?k\b/g, (_, thousands: string) => String(Number(thousands) * 1000))
    .replace(/\/[-=]/g, ' ')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .replace(/\bwhat (?:all )?do you (?:sell|have|stock)\b|\bmnauza nini\b/g, ' shoes ')
    .replace(/\b(uk|us)[\s-]((?:wo)?mens?|ladies) (?=(?:size )?\d)/g, '$2 $1 ')
    .replace(/\.(?!5)/g, ' ')
    .replace(/[^\p{L}\d.]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
