import { createHash } from 'node:crypto'
import type { Context } from '#core/context.ts'
import type { ProductCard } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'
import { isProblem } from '#domain/problem.ts'
import { storagePath } from '#domain/storage.ts'
import { previewPicture, previewUrl } from '#domain/stored-picture.ts'
import { getProduct } from '#features/catalogue/get-product.ts'

/** The JPEG, or the address to redirect to for now. */
export type Preview = { bytes: Uint8Array<ArrayBuffer> } | { at: string }

/**
 * The link preview of a product at an address from `previewOf`: 1200 x 630, with name and price. Each is drawn once. An outdated address redirects to the
 * present one, so requests cannot cause more drawings than there are products; while too many are being drawn, it redirects to the plain picture. Problem
 * `product_not_found`.
 */
export async function drawPreview(ctx: Context, path: string): Promise<Preview> {
  const id = /^\/previews\/([0-9a-f-]{36})-[0-9a-f]{12}\.jpg$/.exec(path)?.[1] ?? ''
  const product = await getProduct(ctx, id)
  const address = previewOf(ctx, product)
  if (address !== path) return { at: address }
  const name = address.slice('/previews/'.length)
  const { previews, shop } = ctx.services
  const kept = await previews.find(name)
  if (kept) return { bytes: kept }
  const { unit_price, price, image_url } = product
  const words = {
    shop: shop.name,
    name: product.name,
    price: formatShillings(unit_price),
    was: unit_price < price ? formatShillings(price) : null,
  }
  try {
    return { bytes: await previews.draw(name, { words, picture: await pictureOf(ctx, image_url) }) }
  } catch (error) {
    if (!isProblem(error) || error.code !== 'unavailable') throw error
    return { at: (image_url && previewPicture(image_url)) || '/og.jpg' }
  }
}

/** The stored picture; without one, or with one of another site, the background stays empty. */
async function pictureOf(ctx: Context, imageUrl: string | null): Promise<Uint8Array | null> {
  if (!imageUrl?.startsWith(`${storagePath}/`)) return null
  const found = await ctx.services.files.find(imageUrl.slice(storagePath.length + 1))
  return found && new Uint8Array(await new Response(await found.read()).arrayBuffer())
}

/** Changes when link previews are drawn differently. */
const design = 1

/** What a link preview shows. */
type Previewed = Pick<ProductCard, 'id' | 'name' | 'price' | 'unit_price' | 'image_url'>

/** The address of a product's link preview. It changes with everything that the preview shows, so a cache never serves an outdated picture. */
export function previewOf(ctx: Pick<Context, 'services'>, { id, name, price, unit_price, image_url }: Previewed): string {
  const drawn = JSON.stringify([design, ctx.services.shop.name, name, price, unit_price, image_url])
  return previewUrl(id, createHash('sha256').update(drawn).digest('hex').slice(0, 12))
}
