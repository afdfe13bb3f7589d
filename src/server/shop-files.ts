import type { Hono } from 'hono'
import type { Shop } from '#server/running-shop.ts'

const icon = (size: number, purpose: 'any' | 'maskable', file = `${size}`) => ({
  src: `/icons/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})
const shortcut = (name: string, url: string) => ({ name, url, icons: [icon(192, 'any')] })

/** Files that contain the shop's name or address: robots.txt and the web app manifest. */
export function shopFiles(app: Hono, { facts }: Pick<Shop, 'facts'>) {
  // Pages that must not be indexed send X-Robots-Tag, which crawlers see only if they may fetch them; this lists what is not worth fetching.
  const robots = [
    'User-agent: *',
    'Disallow: /checkout',
    'Disallow: /cart-offers',
    'Disallow: /size-guide-text',
    'Disallow: /delivery.json',
    'Disallow: /api/',
    '',
    `Sitemap: ${facts.origin}/sitemap.xml`,
    '',
  ]
  const manifest = {
    id: '/',
    name: facts.name,
    short_name: facts.name.slice(0, 12),
    description: 'Shoes and sneakers for Kenya. Prices in KSh, pay with M-Pesa.',
    lang: 'en-KE',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    categories: ['shopping'],
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable', 'maskable-512')],
    shortcuts: [
      shortcut('All Products', '/products'),
      shortcut('Women Shoes', '/category/women-shoes'),
      shortcut('Men Shoes', '/category/men-shoes'),
      shortcut('My Orders', '/dashboard/orders'),
    ],
  }
  app.get('/robots.txt', (c) => c.text(robots.join('\n'), 200, { 'Cache-Control': 'public, max-age=86400' }))
  app.get('/manifest.webmanifest', (c) =>
    c.body(JSON.stringify(manifest), 200, { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=86400' }),
  )
}
