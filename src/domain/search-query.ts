import { nearWord } from '#domain/near-word.ts'
import { type QueryNumbers, readNumbers } from '#domain/query-numbers.ts'
import {
  type Audience,
  audiences,
  cheapWords,
  colours,
  dearWords,
  materials,
  newWords,
  offerWords,
  priceWords,
  type ShoeKind,
  shoeKinds,
  shoeWords,
  sizeWords,
  smallWords,
} from '#domain/shoe-words.ts'

/** A parsed search. A product must match all parts; of `sizes`, and of the kinds in one group, any one. */
export interface SearchQuery extends QueryNumbers {
  kinds: ShoeKind[][]
  audience: Audience | null
  /** Keys of `colours`. */
  colours: string[]
  /** Prefixes of words in product names. */
  names: string[]
  /** Words in names or descriptions. */
  said: string[]
  /** Words that are in no name and have no other meaning. */
  unknown: string[]
  onOffer: boolean
  sort?: 'newest' | 'price-low' | 'price-high' | 'discount'
  /** The visitor asks for the price. */
  asksPrice: boolean
  /** The visitor asks which sizes there are. */
  asksSizes: boolean
  /** The text contains a word for shoes in general. */
  anyShoe: boolean
}

/** A query without conditions. */
export const emptyQuery: SearchQuery = {
  kinds: [],
  audience: null,
  sizes: [],
  foreign: null,
  colours: [],
  names: [],
  said: [],
  unknown: [],
  onOffer: false,
  asksPrice: false,
  asksSizes: false,
  anyShoe: false,
}

/** Whether a query has any condition or word that means shoes. */
export function wantsShoes(query: SearchQuery): boolean {
  const { kinds, audience, sizes, foreign, minPrice, maxPrice, colours: hues, names, said, onOffer, sort, anyShoe } = query
  return (
    kinds.length + sizes.length + hues.length + names.length + said.length > 0 ||
    [audience, foreign, minPrice ?? null, maxPrice ?? null, sort ?? null].some((part) => part !== null) ||
    onOffer ||
    anyShoe
  )
}

/** The words of a text that may be part of a product's name: no stop words, no words with another meaning. At most eight. */
export function possibleNames(text: string): string[] {
  const left = wordsOf(withoutNumbers(readNumbers(text).rest))
  return [...new Set(left.filter((word) => word.length > 2 && !smallWords.has(word) && !meanings.has(singular(word))).map(singular))].slice(0, 8)
}

/** Parses a search text. `nameOf` returns the word of product names that a word (perhaps misspelt) means, or null; see `possibleNames`. */
export function parseQuery(text: string, nameOf: (word: string) => string | null = () => null): SearchQuery {
  const { rest, ...numbers } = readNumbers(text)
  const query: SearchQuery = { ...emptyQuery, ...numbers, kinds: [], colours: [], names: [], said: [], unknown: [] }
  let group: ShoeKind[] | null = null
  let joined = false
  /** After a preposition that follows shoes, words say what they are for. */
  let context = false
  let seen = false
  for (const word of wordsOf(withoutNumbers(rest))) {
    if (joining.has(word)) joined = true
    if (prepositions.has(word)) context = seen
    if (smallWords.has(word) && !meanings.has(singular(word))) continue
    const known = meanings.get(singular(word)) ?? meanings.get(word)
    const found = known ? null : nameOf(singular(word))
    const meaning = known ?? meanings.get(found === null ? (nearWord(singular(word), guessable) ?? '') : singular(found))
    const name = meaning ? null : found
    if (name !== null) query.names.push(name)
    else if (!meaning) {
      // Shorter words are mostly misspelt stop words.
      if (!context && word.length > 3) query.unknown.push(word)
      continue
    }
    if (meaning && 'kind' in meaning) {
      if (group && joined) group.push(meaning.kind)
      else if (!query.kinds.some((each) => each.includes(meaning.kind))) {
        group = [meaning.kind]
        query.kinds.push(group)
      }
    } else if (meaning) Object.assign(query, meaning.set(query))
    // `black sneakers and black sandals`: the second colour does not separate the two kinds.
    if (meaning && 'kind' in meaning) joined = false
    context = false
    seen = true
  }
  return {
    ...query,
    kinds: essential(query.kinds),
    colours: [...new Set(query.colours)],
    names: [...new Set(query.names)],
    said: [...new Set(query.said)],
  }
}

/** Drops kinds that name a purpose where others name a kind of shoe. */
function essential(kinds: ShoeKind[][]): ShoeKind[][] {
  const plain = kinds.filter((group) => group.some(({ isPurpose }) => !isPurpose))
  return plain.length > 0 ? plain : kinds
}

/** Whether a query has only a size, a colour or a price: then it refines the query before (`and in 43?`). */
export function isFollowing({
  kinds,
  names,
  said,
  unknown,
  audience,
  anyShoe,
  sizes,
  foreign,
  colours: hues,
  minPrice,
  maxPrice,
  sort,
  onOffer,
}: SearchQuery) {
  const isWhole = kinds.length + names.length + said.length + unknown.length > 0 || audience !== null || anyShoe
  return !isWhole && (sizes.length + hues.length > 0 || foreign !== null || (minPrice ?? maxPrice ?? sort) !== undefined || onOffer)
}

/** The query before, with the conditions of the new one replaced. */
export function following(query: SearchQuery, before: SearchQuery): SearchQuery {
  const { sizes, foreign, colours: hues, minPrice, maxPrice, sort, onOffer } = query
  return {
    ...before,
    ...((sizes.length > 0 || foreign) && { sizes, foreign }),
    ...(hues.length > 0 && { colours: hues }),
    ...((minPrice ?? maxPrice) !== undefined && { minPrice, maxPrice }),
    ...(sort && { sort }),
    onOffer: onOffer || before.onOffer,
  }
}

const joining = new Set(['or', 'and', 'na', 'au', 'ama'])
const prepositions = new Set(['for', 'to', 'during', 'at', 'kwa', 'za', 'ya', 'vya', 'cha'])

type Meaning = { kind: ShoeKind } | { set(query: SearchQuery): Partial<SearchQuery> }
const set = (words: readonly string[], change: (query: SearchQuery) => Partial<SearchQuery>) =>
  words.map((word): [string, Meaning] => [word, { set: change }])

/** Word in the singular -> its meaning. */
const meanings = new Map<string, Meaning>([
  ...set(shoeWords, () => ({ anyShoe: true })),
  ...set(sizeWords, () => ({ asksSizes: true })),
  ...set(priceWords, () => ({ asksPrice: true })),
  ...set(offerWords, ({ sort }) => ({ onOffer: true, sort: sort ?? 'discount' })),
  ...set(cheapWords, () => ({ sort: 'price-low' })),
  ...set(dearWords, () => ({ sort: 'price-high' })),
  ...set(newWords, () => ({ sort: 'newest' })),
  ...(Object.keys(audiences) as Audience[]).flatMap((audience) =>
    // A girl's shoes are children's, in either order of words.
    set(audiences[audience].words, (query) => ({ audience: query.audience === 'kids' ? 'kids' : audience })),
  ),
  ...Object.entries(colours).flatMap(([colour, { words }]) => set([colour, ...words], (query) => ({ colours: [...query.colours, colour] }))),
  ...Object.entries(materials).flatMap(([material, words]) => set([material, ...words], (query) => ({ said: [...query.said, material] }))),
  ...shoeKinds.flatMap((kind) => kind.words.map((word): [string, Meaning] => [word, { kind }])),
])
/** Words that a misspelt word is compared with. General words of a shop are left out: `socks` is not `stock`. */
const guessable = [...meanings.keys()].filter(
  (word) => !['product', 'stock', 'pair', 'number', 'collection', 'premium', 'school', 'cost'].includes(word),
)

/** `women's` is women; `slip ons` and `high heels` are one word. */
function wordsOf(text: string): string[] {
  return (text.match(/\p{L}+/gu) ?? []).map((word) => word.replace(/^(viatu|shoe)s?$/, 'shoe'))
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/s$/, '') : word
}

function withoutNumbers(text: string): string {
  return text.replace(/[\d.]+/g, ' ')
}
