import type { Context } from '#core/context.ts'
import type { ProductCard, ProductFilter } from '#domain/catalogue.ts'
import { listShelf } from '#features/catalogue/list-shelf.ts'
import { toCard } from '#features/catalogue/to-card.ts'

export interface ProductPage {
  products: ProductCard[]
  next: string | null
  total: number
  /** Nothing matched the search exactly: these names come near it. */
  fuzzy: boolean
}

/** A page of cards. Problem `malformed` for a cursor that is not ours. */
export async function listProducts(ctx: Context, filter: ProductFilter & { cursor?: string; limit?: number }): Promise<ProductPage> {
  const { data, ...page } = await listShelf(ctx, filter, 'card')
  return { products: data.map(toCard), ...page }
}
