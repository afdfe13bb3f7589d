import { data, type HeadersFunction, type MetaDescriptor } from 'react-router'
import type { ShopFacts } from '#domain/shop.ts'
import { isPreview, previewPicture } from '#domain/stored-picture.ts'
import { absoluteUrl } from '#web/addresses.ts'
import { layoutId } from '#web/shop-facts.ts'

/**
 * Loader data of a public page, which is the same for all visitors; every other page is private (server/pages/render-page.ts): the server may cache the rendered page for a minute, or until one of the keys of what it
 * shows is named (`pageKeys`). A CDN (RFC 9213) may show it while it asks for a new one, and while the shop does not answer; a browser always asks.
 */
export function publicPage<T>(value: T, keys: string[] = []) {
  const forCdn = { 'CDN-Cache-Control': 'max-age=60, stale-while-revalidate=60, stale-if-error=86400', 'Cache-Tag': keys.join(',') }
  return data(value, { headers: { 'Cache-Control': 'public, max-age=0, s-maxage=60', ...(keys.length > 0 && forCdn) } })
}

/** `export const headers = loaderHeaders`, of a public page, and of one with headers of its own: those of the loader, or those of the error if it failed, so that no error page is cached. */
export const loaderHeaders: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders

interface PageMeta {
  title: string
  description: string
  /** The path of the canonical address, without filters and referral codes. Null for a page that is not indexed. */
  path: string | null
  /** A stored product picture or link preview; without one, the shop's own picture. */
  picture?: string | null
  /** For a product: its price in KSh after discount, and whether any size is in stock. */
  offer?: { price: number; available: boolean }
  /** Not for search engines, such as a search or a later page of a list: it has no canonical address, which would name another page. */
  unlisted?: boolean
}

/** Title, description, canonical link and link preview of a page. */
export function pageMeta(matches: readonly ({ id: string; loaderData: unknown } | undefined)[], page: PageMeta): MetaDescriptor[] {
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
function offerMeta({ price, available }: NonNullable<PageMeta['offer']>): MetaDescriptor[] {
  return [
    { property: 'product:price:amount', content: String(price) },
    { property: 'product:price:currency', content: 'KES' },
    { property: 'product:availability', content: available ? 'in stock' : 'out of stock' },
  ]
}

function shopOf(matches: readonly ({ id: string; loaderData: unknown } | undefined)[]): ShopFacts | undefined {
  return (matches.find((match) => match?.id === layoutId)?.loaderData as { shop: ShopFacts } | undefined)?.shop
}

/**
 * The keys of what a cached page shows (docs/decisions/0041): a page is dropped when the database names one of its keys (db/migrations/0006-page-keys.sql: `page_keys`,
 * `notify_content_changed`, which make the same texts). A list has no keys of its products: each change of a product names the lists it is or was on.
 */
export const pageKeys = {
  /** A product's own page, and every other page that is no list and shows it. */
  product: (id: string) => `product-${id.slice(0, 8)}`,
  /** The list of a category; of one that cannot be, as addresses may name, any list's: it would be no header. */
  category: (slug: string) => (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) ? `category-${slug}` : 'lists'),
  /** Every list of products that is not of one category. */
  lists: 'lists',
  /** The strip of the home page, and the help. */
  content: 'content',
  /** Fees and days of delivery (db/migrations/0007-delivery.sql: `notify_delivery_changed`). */
  delivery: 'delivery',
}
