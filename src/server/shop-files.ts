import type { Hono } from 'hono'
import type { ShopFacts } from '#domain/shop.ts'
import { readMenu } from '#features/catalogue/read-categories.ts'
import type { Shop } from '#server/running-shop.ts'

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
