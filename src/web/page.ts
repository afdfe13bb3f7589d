import { data, type HeadersFunction, type MetaDescriptor } from 'react-router'
import { previewPicture } from '#domain/picture.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { absoluteUrl } from '#web/addresses.ts'
import { layoutId } from '#web/shop-facts.ts'

/** The same bytes for everybody: the server may keep the rendered page for a minute. */
export function publicPage<T>(value: T) {
  return data(value, { headers: { 'Cache-Control': 'public, max-age=0, s-maxage=60' } })
}

/** For one reader, or for a refusal: kept nowhere. */
export function privatePage<T>(value: T, status = 200) {
  return data(value, { status, headers: { 'Cache-Control': 'no-store' } })
}

/** `export const headers = loaderHeaders`: only a loader that came to its end can make a page public. */
export const loaderHeaders: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders

interface PageWords {
  title: string
  description: string
  /** The canonical address, from the slash on, without what only narrows or refers. Null for a page that search engines should not know. */
  path: string | null
  /** A stored product picture; without one, the shop's own. */
  picture?: string | null
  /** Set for a product: KSh after discount, and whether some size is in stock. */
  offer?: { price: number; available: boolean }
  /** A narrowed list is for people, not for search engines. */
  unlisted?: boolean
}

/** Title, description, canonical link and link preview of a page. */
export function pageMeta(matches: readonly ({ id: string; loaderData: unknown } | undefined)[], page: PageWords): MetaDescriptor[] {
  const shop = shopOf(matches)
  const title = `${page.title} | ${shop?.name ?? 'Viatu'}`
  if (!shop) return [{ title }]
  const url = absoluteUrl(shop, page.path ?? '/')
  const picture = absoluteUrl(shop, (page.picture && previewPicture(page.picture)) || '/og.jpg')
  return [
    { title },
    { name: 'description', content: page.description },
    ...(page.path === null
      ? []
      : [
          { tagName: 'link', rel: 'canonical', href: url },
          { property: 'og:url', content: url },
        ]),
    ...(page.unlisted || page.path === null ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    { property: 'og:site_name', content: shop.name },
    { property: 'og:type', content: page.offer ? 'product' : 'website' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.offer ? offerMeta(page.offer, page, url, picture) : []),
  ]
}

/** The price for link previews, and the same for search engines in schema.org's words. */
function offerMeta({ price, available }: NonNullable<PageWords['offer']>, page: PageWords, url: string, image: string): MetaDescriptor[] {
  const availability = `https://schema.org/${available ? 'InStock' : 'OutOfStock'}`
  const offers = { '@type': 'Offer', url, price, priceCurrency: 'KES', availability }
  return [
    { property: 'product:price:amount', content: String(price) },
    { property: 'product:price:currency', content: 'KES' },
    { 'script:ld+json': { '@context': 'https://schema.org', '@type': 'Product', name: page.title, description: page.description, image, offers } },
  ]
}

function shopOf(matches: readonly ({ id: string; loaderData: unknown } | undefined)[]): ShopFacts | undefined {
  return (matches.find((match) => match?.id === layoutId)?.loaderData as { shop: ShopFacts } | undefined)?.shop
}
