import { useEffect } from 'react'
import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { Context } from '#core/context.ts'
import { isProblem } from '#domain/problem.ts'
import { listAlike } from '#features/catalogue/featured-products.ts'
import { getProduct, type ProductDetail } from '#features/catalogue/get-product.ts'
import { previewOf } from '#features/catalogue/link-preview.ts'
import { quoteUsualPlace } from '#features/delivery/quote-delivery.ts'
import { absoluteUrl, productUrl } from '#web/addresses.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { addViewed } from '#web/offline/viewed-products.ts'
import { BuyBox, trailOf } from '#web/product/buy-box.tsx'
import { Gallery } from '#web/product/gallery.tsx'
import { OtherShoes } from '#web/product/other-shoes.tsx'
import { loaderHeaders, pageKeys, pageMeta, publicPage } from '#web/public-page.ts'
import { shopContext } from '#web/shop-context.ts'
import { useMenu, useShop } from '#web/shop-facts.ts'
import { productData, StructuredData } from '#web/structured-data.tsx'
import type { Route } from './+types/product-page.ts'
import './product.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { ctx } = context.get(shopContext)
  const product = await productOr404(ctx, params.id)
  // Similar products are shown only if the product has no other colours, or is sold out.
  const alike = product.siblings.length > 0 && product.is_available ? [] : await listAlike(ctx, product)
  const shown = [product, ...product.siblings, ...alike]
  return publicPage({ product, alike, preview: previewOf(ctx, product), delivery: await quoteUsualPlace(ctx, product.unit_price) }, [
    ...shown.map(({ id }) => pageKeys.product(id)),
    pageKeys.delivery,
  ])
}

export const headers = loaderHeaders

/** The product does not depend on the chosen size in the address. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isChoice = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return !isChoice && defaultShouldRevalidate
}

export function meta({ loaderData, matches, params, error }: Route.MetaArgs) {
  const product = loaderData?.product
  if (!product) {
    const title = isRouteErrorResponse(error) && error.status === 404 ? 'Product not found' : 'Something went wrong'
    return pageMeta(matches, { title, description: title, path: productUrl(params.id), unlisted: true })
  }
  return pageMeta(matches, {
    title: product.name,
    description: product.description.replace(/\s+/g, ' '),
    path: productUrl(product.id),
    picture: loaderData.preview,
    offer: { price: product.unit_price, available: product.is_available },
  })
}

export default function ProductPage({ loaderData: { product, alike, preview, delivery } }: Route.ComponentProps) {
  const shop = useShop()
  const menu = useMenu()
  const current = { to: productUrl(product.id), label: product.name }
  const { id, name, image_url } = product
  // Not on every revalidation: after sign-out the list must stay empty.
  useEffect(() => addViewed({ id, name, image_url }), [id, name, image_url])
  return (
    <div className="container">
      {/* The key resets the picture and size for another product. */}
      <div className="product-page" key={product.id}>
        <Gallery product={product} />
        <BuyBox product={product} delivery={delivery.sentence} />
      </div>
      <OtherShoes id="colourways" title="More colours" shoes={product.siblings} />
      <OtherShoes id="alike" title="You may also like" shoes={alike.filter(({ id }) => product.siblings.every((colour) => colour.id !== id))} />
      {/* A key of its own: of two parts with the same one React leaves the other shoe on the page. */}
      <StructuredData
        key={`data of ${product.id}`}
        graph={productData(shop, product, { trail: trailOf(product, menu), current }, absoluteUrl(shop, preview), delivery.shipping)}
      />
    </div>
  )
}

async function productOr404(ctx: Context, id: string): Promise<ProductDetail> {
  try {
    return await getProduct(ctx, id)
  } catch (error) {
    if (!isProblem(error) || error.code !== 'product_not_found') throw error
    throw data('Product not found', { status: 404, headers: { 'Cache-Control': 'no-store' } })
  }
}

export function ErrorBoundary() {
  return <ErrorPage failure="Error: Failed to load product." />
}
