import { createHash } from 'node:crypto'
import type { Context } from '#core/context.ts'
import type { ProductCard } from '#domain/catalogue.ts'
import { previewUrl } from '#domain/stored-picture.ts'

/** Changes when link previews are drawn differently. */
const design = 1

/** What a link preview shows. */
export type Previewed = Pick<ProductCard, 'id' | 'name' | 'price' | 'unit_price' | 'image_url'>

/** The address of a product's link preview. It changes with everything that the preview shows, so a cache never serves an outdated picture. */
export function previewOf(ctx: Pick<Context, 'services'>, { id, name, price, unit_price, image_url }: Previewed): string {
  const drawn = JSON.stringify([design, ctx.services.shop.name, name, price, unit_price, image_url])
  return previewUrl(id, createHash('sha256').update(drawn).digest('hex').slice(0, 12))
}
