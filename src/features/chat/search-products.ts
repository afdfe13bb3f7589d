import { z } from 'zod'
import type { ReplyProduct } from '#domain/assistant.ts'
import { categoryMenu, sneakersSlug } from '#domain/catalogue.ts'
import { searchShoes } from '#features/catalogue/search-shoes.ts'
import { productFactsOf } from '#features/chat/product-facts.ts'
import { toReplyProduct } from '#features/chat/to-reply-product.ts'
import type { Tool } from '#features/chat/tools.ts'

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
  run: async (ctx, { words = '', category, size, min_price, max_price, on_offer, sort }) => {
    const conditions = { category, sizes: size === undefined ? undefined : [size], minPrice: min_price, maxPrice: max_price, onOffer: on_offer, sort }
    const { query, total, ...found } = await searchShoes(ctx, { text: words, conditions })
    const [products, soldOut, nearest] = [found.products, found.soldOut, found.nearest?.products ?? []].map((cards) => cards.map(toReplyProduct)) as [
      ReplyProduct[],
      ReplyProduct[],
      ReplyProduct[],
    ]
    return {
      facts: {
        found: total,
        products: products.map(productFactsOf),
        ...(query.unknown.length > 0 && { no_name_has: query.unknown }),
        ...(soldOut.length > 0 && { sold_out: soldOut.map(({ name }) => name) }),
        ...(found.nearest && {
          nothing_found_but_without: found.nearest.without,
          nearest: nearest.map(productFactsOf),
          nearest_sizes: found.nearest.sizes,
        }),
      },
      products: [...products, ...soldOut, ...nearest].slice(0, 6),
    }
  },
}
