import { data, type HeadersFunction, type MetaDescriptor } from 'react-router'
import type { ShopFacts } from '#domain/shop.ts'
import { isPreview, previewPicture } from '#domain/stored-picture.ts'
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
  /** A stored product picture, or one that was drawn for link previews; without one, the shop's own. */
  picture?: string | null
  /** Set for a product: KSh after discount, and whether some size is in stock. */
  offer?: { price: number; available: boolean }
  /** A search, or a later place in a list, is for people, not for search engines: it has no canonical address either, which would say that it is another page. */
  unlisted?: boolean
}

/** Title, description, canonical link and link preview of a page. */
export function pageMeta(matches: readonly ({ id: string; loaderData: unknown } | undefined)[], page: PageWords): MetaDescriptor[] {
  const shop = shopOf(matches)
  const title = `${page.title} | ${shop?.name ?? 'Viatu'}`
  if (!shop) return [{ title }]
  const url = absoluteUrl(shop, page.path ?? '/')
  const picture = absoluteUrl(shop, (page.picture && (isPreview(page.picture) ? page.picture : previewPicture(page.picture))) || '/og.jpg')
  const isListed = page.path !== null && !page.unlisted
  return [
    { title },
    { name: 'description', content: page.description },
    isListed ? { tagName: 'link', rel: 'canonical', href: url } : { name: 'robots', content: 'noindex, follow' },
    ...(page.path === null ? [] : [{ property: 'og:url', content: url }]),
    { property: 'og:site_name', content: shop.name },
    { property: 'og:locale', content: 'en_KE' },
    { property: 'og:type', content: page.offer ? 'product' : 'website' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: page.title },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.offer ? offerMeta(page.offer) : []),
  ]
}

/** The price for link previews; search engines read it in structured-data.tsx. */
function offerMeta({ price, available }: NonNullable<PageWords['offer']>): MetaDescriptor[] {
  return [
    { property: 'product:price:amount', content: String(price) },
    { property: 'product:price:currency', content: 'KES' },
    { property: 'product:availability', content: available ? 'in stock' : 'out of stock' },
  ]
}

function shopOf(matches: readonly ({ id: string; loaderData: unknown } | undefined)[]): ShopFacts | undefined {
  return (matches.find((match) => match?.id === layoutId)?.loaderData as { shop: ShopFacts } | undefined)?.shop
}
