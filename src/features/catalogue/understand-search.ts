import { products } from '#db/schema.ts'
import type { ProductFilter } from '#domain/catalogue.ts'
import { meaningOf, type SearchMeaning } from '#domain/search.ts'
import { wantsShoes } from '#domain/shoe-wish.ts'
import { wishWords } from '#domain/wish-words.ts'
import { matching } from '#features/catalogue/product-filter.ts'
import { readShoes } from '#features/catalogue/read-shoes.ts'
import { huesOf } from '#features/catalogue/wish-filter.ts'
import type { Context } from '#features/context.ts'

export interface UnderstoodSearch {
  /** What to list and to count. */
  filter: ProductFilter
  /** Set where the search was read as kinds of shoes or a size, because no name has it. */
  meant: SearchMeaning | null
}

/**
 * Names come first: only a search that no name on the shelf has is read as what its words say, first as kinds and a size, then as colours, prices, for whom, and
 * words of names. What was chosen stands above what was written.
 */
export async function understandSearch(ctx: Pick<Context, 'db'>, filter: ProductFilter): Promise<UnderstoodSearch> {
  if (!filter.search || (await isThere(ctx, { search: filter.search }))) return { filter, meant: null }
  return readMeaning(ctx, filter)
}

/** The same for a search that is known to be in no name. */
export async function readMeaning(ctx: Pick<Context, 'db'>, filter: ProductFilter): Promise<UnderstoodSearch> {
  if (!filter.search) return { filter, meant: null }
  const meaning = meaningOf(filter.search)
  if (!meaning) return (await readAsWish(ctx, filter, filter.search)) ?? { filter, meant: null }
  const size = filter.size ?? meaning.size
  const kinds = meaning.categories.length > 0 ? meaning.categories.map(({ slug }) => slug) : undefined
  return { filter: { ...filter, search: undefined, size, kinds }, meant: { ...meaning, size } }
}

/** Null where a word is left that nothing explains, where nothing is found, and where names alone are meant: those are looked for by nearness. */
async function readAsWish(ctx: Pick<Context, 'db'>, filter: ProductFilter, search: string): Promise<UnderstoodSearch | null> {
  const said = await readShoes(ctx, search)
  const wish = { ...said, sizes: said.sizes.length > 1 ? said.sizes : [] }
  if (said.unknown.length > 0 || said.foreign || !wantsShoes({ ...said, names: [], anyShoe: false })) return null
  const size = filter.size ?? (said.sizes.length === 1 ? said.sizes[0] : undefined)
  const { minPrice = said.minPrice, maxPrice = said.maxPrice, sort = said.sort } = filter
  for (const hues of huesOf(said.colours)) {
    const asked = { ...filter, search: undefined, size, minPrice, maxPrice, sort, wish: { wish, hues } }
    if (await isThere(ctx, asked))
      return {
        filter: asked,
        meant: {
          categories: [],
          size,
          minPrice,
          maxPrice,
          sort,
          words: wishWords({ ...said, sizes: size ? [size] : wish.sizes, minPrice, maxPrice }),
        },
      }
  }
  return null
}

async function isThere({ db }: Pick<Context, 'db'>, filter: ProductFilter): Promise<boolean> {
  const rows = await db.select({ id: products.id }).from(products).where(matching(db, filter)).limit(1)
  return rows.length > 0
}
