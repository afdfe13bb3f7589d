import { nearWord } from '#domain/near-word.ts'
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
import { readNumbers, type WishNumbers } from '#domain/wish-numbers.ts'

/** What somebody looks for, as their words say it. All parts must hold together; of sizes, and of the kinds in one group, any. */
export interface ShoeWish extends WishNumbers {
  kinds: ShoeKind[][]
  audience: Audience | null
  /** Keys of `colours`. */
  colours: string[]
  /** Beginnings of words that names have. */
  names: string[]
  /** Words that names or descriptions have. */
  said: string[]
  /** What no name has and nothing else explains. */
  unknown: string[]
  onOffer: boolean
  sort?: 'newest' | 'price-low' | 'price-high' | 'discount'
  /** The price itself is asked for. */
  asksPrice: boolean
  /** Which sizes there are is asked for. */
  asksSizes: boolean
  /** Shoes as such are named. */
  anyShoe: boolean
}

/** Nothing is looked for. */
export const noWish: ShoeWish = {
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

/** Whether a wish says anything that a shelf can be asked. */
export function wantsShoes(wish: ShoeWish): boolean {
  const { kinds, audience, sizes, foreign, minPrice, maxPrice, colours: hues, names, said, onOffer, sort, anyShoe } = wish
  return (
    kinds.length + sizes.length + hues.length + names.length + said.length > 0 ||
    [audience, foreign, minPrice ?? null, maxPrice ?? null, sort ?? null].some((part) => part !== null) ||
    onOffer ||
    anyShoe
  )
}

/** The words of a text that may stand in a name: neither small words nor words that mean something else here. At most eight. */
export function possibleNames(text: string): string[] {
  const left = wordsOf(withoutNumbers(readNumbers(text).rest))
  return [...new Set(left.filter((word) => word.length > 2 && !smallWords.has(word) && !meanings.has(singular(word))).map(singular))].slice(0, 8)
}

/** Reads what is looked for. `nameOf` knows which words stand in names, and what a misspelt one is called there (`possibleNames`). */
export function readWish(text: string, nameOf: (word: string) => string | null = () => null): ShoeWish {
  const { rest, ...numbers } = readNumbers(text)
  const wish: ShoeWish = { ...noWish, ...numbers, kinds: [], colours: [], names: [], said: [], unknown: [] }
  let group: ShoeKind[] | null = null
  let joined = false
  /** Behind a preposition that follows shoes, words say what they are for. */
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
    if (name !== null) wish.names.push(name)
    else if (!meaning) {
      // What is shorter is a slip of a small word.
      if (!context && word.length > 3) wish.unknown.push(word)
      continue
    }
    if (meaning && 'kind' in meaning) {
      if (group && joined) group.push(meaning.kind)
      else if (!wish.kinds.some((each) => each.includes(meaning.kind))) {
        group = [meaning.kind]
        wish.kinds.push(group)
      }
    } else if (meaning) Object.assign(wish, meaning.set(wish))
    // `black sneakers and black sandals`: what stands between keeps them together.
    if (meaning && 'kind' in meaning) joined = false
    context = false
    seen = true
  }
  return {
    ...wish,
    kinds: essential(wish.kinds),
    colours: [...new Set(wish.colours)],
    names: [...new Set(wish.names)],
    said: [...new Set(wish.said)],
  }
}

/** What shoes are for gives way to what they are. */
function essential(kinds: ShoeKind[][]): ShoeKind[][] {
  const plain = kinds.filter((group) => group.some(({ isPurpose }) => !isPurpose))
  return plain.length > 0 ? plain : kinds
}

/** Whether a wish names only a size, a colour or a price: then the same shoes are meant as before (`and in 43?`). */
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
}: ShoeWish) {
  const isWhole = kinds.length + names.length + said.length + unknown.length > 0 || audience !== null || anyShoe
  return !isWhole && (sizes.length + hues.length > 0 || foreign !== null || (minPrice ?? maxPrice ?? sort) !== undefined || onOffer)
}

/** What was looked for before, with what such a wish says anew. */
export function following(wish: ShoeWish, before: ShoeWish): ShoeWish {
  const { sizes, foreign, colours: hues, minPrice, maxPrice, sort, onOffer } = wish
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

type Meaning = { kind: ShoeKind } | { set(wish: ShoeWish): Partial<ShoeWish> }
const set = (words: readonly string[], change: (wish: ShoeWish) => Partial<ShoeWish>) =>
  words.map((word): [string, Meaning] => [word, { set: change }])

/** What a word means, in the singular. */
const meanings = new Map<string, Meaning>([
  ...set(shoeWords, () => ({ anyShoe: true })),
  ...set(sizeWords, () => ({ asksSizes: true })),
  ...set(priceWords, () => ({ asksPrice: true })),
  ...set(offerWords, ({ sort }) => ({ onOffer: true, sort: sort ?? 'discount' })),
  ...set(cheapWords, () => ({ sort: 'price-low' })),
  ...set(dearWords, () => ({ sort: 'price-high' })),
  ...set(newWords, () => ({ sort: 'newest' })),
  ...(Object.keys(audiences) as Audience[]).flatMap((audience) =>
    // A girl's shoes are a child's, whatever stands first.
    set(audiences[audience].words, (wish) => ({ audience: wish.audience === 'kids' ? 'kids' : audience })),
  ),
  ...Object.entries(colours).flatMap(([colour, { words }]) => set([colour, ...words], (wish) => ({ colours: [...wish.colours, colour] }))),
  ...Object.entries(materials).flatMap(([material, words]) => set([material, ...words], (wish) => ({ said: [...wish.said, material] }))),
  ...shoeKinds.flatMap((kind) => kind.words.map((word): [string, Meaning] => [word, { kind }])),
])
/** What a misspelt word may be. Words of a shop in general are not: socks are no stock. */
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
