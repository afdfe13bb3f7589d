import { z } from 'zod'
import type { ReplyProduct } from '#domain/assistant.ts'
import { Problem } from '#domain/problem.ts'
import { getProduct } from '#features/catalogue/get-product.ts'
import { toReplyProduct } from '#features/chat/to-reply-product.ts'
import type { Tool } from '#features/chat/tools.ts'

const input = z.strictObject({
  product_id: z.uuid().optional().describe('From search_products; without it, the product of the page the visitor is on'),
})

export const productFactsTool: Tool<typeof input> = {
  description: 'Price, discount, sizes in stock and sold out, description and other colours of one product.',
  input,
  run: async (ctx, { product_id }, { productId }) => {
    const id = product_id ?? productId
    if (id === null) return { facts: { unknown: 'The visitor is on no product page: search for the product first.' } }
    const product = await getProduct(ctx, id).catch(orNone)
    if (!product) return { facts: { unknown: 'There is no such product.' } }
    const card = toReplyProduct(product)
    return {
      facts: {
        ...productFactsOf(card),
        sizes_sold_out: product.sizes.map(({ label }) => label).filter((label) => !card.sizes.includes(label)),
        description: product.description.slice(0, 600),
        category: product.category?.name ?? null,
        other_colours: product.siblings.map(({ id: sibling, name }) => ({ id: sibling, name })),
      },
      products: [card],
    }
  },
}

/** A card as the model reads it. */
export function productFactsOf({ id, name, price, original_price, discount_percentage, sizes, is_available }: ReplyProduct) {
  return { id, name, price_ksh: price, original_price_ksh: original_price, discount_percentage, sizes_in_stock: sizes, is_available }
}

function orNone(error: unknown): null {
  if (error instanceof Problem && error.code === 'product_not_found') return null
  throw error
}
