import { z } from 'zod'
import { categoryMenu, sneakersSlug } from '#domain/catalogue.ts'
import type { SearchQuery } from '#domain/search-query.ts'
import { readShoes } from '#features/catalogue/read-shoes.ts'
import { lookForShoes } from '#features/chat/look-for-shoes.ts'
import { productFactsOf } from '#features/chat/product-facts.ts'
import type { Tool } from '#features/chat/tools.ts'
import type { Context } from '#features/context.ts'

const slugs = [sneakersSlug, ...categoryMenu.flatMap(({ slug, children }) => [slug, ...children.map((child) => child.slug)])]
const price = z.number().int().min(0).max(10_000_000)

const input = z.strictObject({
  words: z.string().max(200).optional().describe('What is looked for, in words: kind, colour, name, for whom, such as "black loafers for men"'),
  category: z.enum(slugs).optional(),
  size: z.string().max(20).optional().describe('EU size label that must be in stock, such as "42"'),
  min_price: price.optional().describe('KSh'),
  max_price: price.optional().describe('KSh'),
  on_offer: z.boolean().optional().describe('Only what is discounted'),
  sort: z.enum(['newest', 'price-low', 'price-high', 'discount']).optional(),
})

export const searchProductsTool: Tool<typeof input> = {
  description:
    'Finds shoes on the shelf that are in stock and meet every condition at once. Where there are none it says so, and what comes nearest without which condition.',
  input,
  run: async (ctx, asked) => {
    const query = await queryOf(ctx, asked)
    const { products, total, nearest, soldOut } = await lookForShoes(ctx, query)
    const shown = [...products, ...soldOut, ...(nearest?.products ?? [])].slice(0, 6)
    return {
      facts: {
        found: total,
        products: products.map(productFactsOf),
        ...(query.unknown.length > 0 && { no_name_has: query.unknown }),
        ...(soldOut.length > 0 && { sold_out: soldOut.map(({ name }) => name) }),
        ...(nearest && { nothing_found_but_without: nearest.without, nearest: nearest.products.map(productFactsOf), nearest_sizes: nearest.sizes }),
      },
      products: shown,
    }
  },
}

/** The words of the query count, but a separate field overrides them. */
async function queryOf(
  ctx: Context,
  { words = '', category, size, min_price, max_price, on_offer, sort }: z.output<typeof input>,
): Promise<SearchQuery> {
  const query = await readShoes(ctx, words)
  return {
    ...query,
    ...(category && { kinds: [...query.kinds, [{ label: category, words: [], slugs: [category], names: [] }]] }),
    ...(size !== undefined && { sizes: [size] }),
    ...(min_price !== undefined && { minPrice: min_price }),
    ...(max_price !== undefined && { maxPrice: max_price }),
    ...(on_offer && { onOffer: true }),
    ...(sort && { sort }),
  }
}
