import { type ShoeWish, wantsShoes } from '#domain/shoe-wish.ts'
import { makes, shoeKinds } from '#domain/shoe-words.ts'

/** The wishes nearest to one that no shoe fulfils, the nearest first: each gives up one more condition. None for a wish of a single condition. */
export function looserWishes(wish: ShoeWish): ShoeWish[] {
  const wishes: ShoeWish[] = []
  let left: ShoeWish = { ...wish, kinds: wish.kinds.length > 0 ? wish.kinds : kindsOfMakes(wish.unknown), unknown: [], anyShoe: false }
  for (const part of [{}, ...conditions]) {
    left = { ...left, ...part }
    if (wantsShoes({ ...left, sort: undefined })) wishes.push(left)
  }
  return wishes
}

/** In the order in which they are given up. */
const conditions: Partial<ShoeWish>[] = [
  { minPrice: undefined, maxPrice: undefined, onOffer: false },
  { sizes: [], foreign: null },
  { colours: [] },
  { names: [], said: [] },
]

function kindsOfMakes(words: string[]): ShoeWish['kinds'] {
  const kinds = words.flatMap((word) => (Object.hasOwn(makes, word) ? shoeKinds.filter(({ label }) => label === makes[word]) : []))
  return kinds.length > 0 ? [[...new Set(kinds)]] : []
}
