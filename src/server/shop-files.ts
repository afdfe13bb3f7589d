import type { Hono } from 'hono'
import { sneakersSlug } from '#domain/catalogue.ts'
import { helpPath } from '#domain/help-sections.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { readCategories, readMenu } from '#features/catalogue/categories.ts'
import { countIndexableProducts, type IndexableProduct, listIndexableProducts } from '#features/catalogue/product-lists.ts'
import { createPageCache, sendPage, toCachedPage } from '#server/pages/page-cache.ts'
import type { Shop } from '#server/running-shop.ts'
import type { MemoryRateLimiter, Visitors } from '#server/visitors.ts'

const icon = (size: number, purpose: 'any' | 'maskable', file = `${size}`) => ({
  src: `/icons/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})
const shortcut = (name: string, url: string) => ({ name, url, icons: [icon(192, 'any')] })

/** Files that contain the shop's name, colour or address: robots.txt and the web app manifest. */
export function shopFiles(app: Hono, shop: Pick<Shop, 'facts' | 'contextFor'>) {
  app.get('/robots.txt', (c) => c.text(robotsOf(shop.facts).join('\n'), 200, { 'Cache-Control': 'public, max-age=86400' }))
  app.get('/manifest.webmanifest', async (c) =>
    c.body(JSON.stringify(await manifestOf(shop)), 200, { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=86400' }),
  )
}

// Pages that must not be indexed send X-Robots-Tag, which crawlers see only if they may fetch them; this lists what is not worth fetching.
const robotsOf = ({ origin }: ShopFacts) => [
  'User-agent: *',
  'Disallow: /checkout',
  'Disallow: /cart-offers',
  'Disallow: /size-guide-text',
  'Disallow: /delivery.json',
  'Disallow: /api/',
  '',
  `Sitemap: ${origin}/sitemap.xml`,
  '',
]

const manifestOf = async ({ facts: { name, accent }, contextFor }: Pick<Shop, 'facts' | 'contextFor'>) => ({
  id: '/',
  name,
  short_name: name.slice(0, 12),
  description: 'Shoes and sneakers for Kenya. Prices in KSh, pay with M-Pesa.',
  lang: 'en-KE',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: accent?.colour ?? '#ffffff',
  categories: ['shopping'],
  icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable', 'maskable-512')],
  shortcuts: [
    shortcut('All Products', '/products'),
    ...(await readMenu(contextFor())).slice(0, 2).map(({ slug, label }) => shortcut(label, `/category/${slug}`)),
    shortcut('My Orders', '/dashboard/orders'),
  ],
})

/** Maximum URLs in one file: a fifth of the format's limit (sitemaps.org), so that each is generated quickly. */
const maxUrlsPerFile = 10_000

/** The pages that are no list of a category and no product. */
const fixed = ['/', '/products', '/category', helpPath]

/**
 * The sitemap for search engines: the index `/sitemap.xml`, one file of pages and as many of products as needed. Generated on request and cached for ten
 * minutes, also when the catalogue changes: crawlers come back later anyway.
 */
export function sitemap(app: Hono, shop: Pick<Shop, 'contextFor' | 'facts'>, visitors: Visitors, rateLimiter: MemoryRateLimiter) {
  const cache = createPageCache({ maxPages: 40, maxBytes: 32 * 2 ** 20, seconds: 600 })
  const address = (path: string) => `${shop.facts.origin}${path}`
  const files: Record<string, (part: number) => Promise<string | null>> = {
    index: async () => {
      const parts = Math.ceil((await countIndexableProducts(shop.contextFor())) / maxUrlsPerFile)
      const products = Array.from({ length: parts }, (_, at) => `/sitemaps/products-${at + 1}.xml`)
      return indexOf(['/sitemaps/pages.xml', ...products].map(address))
    },
    pages: async () => {
      const { menu } = await readCategories(shop.contextFor())
      const slugs = [sneakersSlug, ...menu.flatMap(({ slug, children }) => [slug, ...children.map((child) => child.slug)])]
      return urlsOf([...fixed, ...slugs.map((slug) => `/category/${slug}`)].map((path) => ({ address: address(path) })))
    },
    products: async (part) => {
      const listed = await listIndexableProducts(shop.contextFor(), { skipped: (part - 1) * maxUrlsPerFile, most: maxUrlsPerFile })
      return listed.length === 0 ? null : urlsOf(listed.map((each) => ({ address: address(`/product/${each.id}`), changed: each.changed_at })))
    },
  }

  app.get('/sitemap.xml', async (c) => sendPage(c, await pageOf('index', 0, () => rateLimiter.consume('page_address', visitors.addressOf(c)))))
  app.get('/sitemaps/:file', async (c) => {
    const [, name, part] = /^(?:(pages)|products-([1-9]\d{0,3}))\.xml$/.exec(c.req.param('file')) ?? []
    if (!name && !part) return c.notFound()
    const page = await pageOf(name ?? 'products', Number(part ?? 0), () => rateLimiter.consume('page_address', visitors.addressOf(c)))
    return page.status === 404 ? c.notFound() : sendPage(c, page)
  })

  function pageOf(name: string, part: number, consumeLimits: () => void) {
    return cache.get(`${name} ${part}`, async () => {
      consumeLimits()
      const xml = await files[name]?.(part)
      const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600', vary: 'Accept-Encoding' }
      return { page: toCachedPage(xml ? 200 : 404, headers, Buffer.from(xml ?? ''), null), keep: Boolean(xml) }
    })
  }
}

const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function indexOf(addresses: string[]): string {
  return xmlOf(
    'sitemapindex',
    addresses.map((each) => `<sitemap><loc>${escaped(each)}</loc></sitemap>`),
  )
}

function urlsOf(urls: { address: string; changed?: IndexableProduct['changed_at'] }[]): string {
  return xmlOf(
    'urlset',
    urls.map(({ address, changed }) => `<url><loc>${escaped(address)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`),
  )
}

function xmlOf(root: string, lines: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${schema}>\n${lines.join('\n')}\n</${root}>\n`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
