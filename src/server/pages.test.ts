import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import { describe, expect, it } from 'vitest'

import { anonymous, type Context } from '#features/context.ts'
import { createNews } from '#server/news.ts'
import { pages } from '#server/pages.ts'
import type { Shop } from '#server/shop.ts'
import { shopContext } from '#web/shop-context.ts'

const kept = { 'Content-Type': 'text/html', 'Cache-Control': 'public, max-age=0' }

/** Two pages: one for everybody, which says under which address it was asked for, and one for whoever asks. */
const routes = {
  root: { id: 'root', path: '', module: {} },
  products: {
    id: 'products',
    parentId: 'root',
    path: 'products',
    module: { loader: ({ request }: { request: Request }) => new Response(`<p>${request.url}</p>`.padEnd(500), { headers: kept }) },
  },
  order: {
    id: 'order',
    parentId: 'root',
    path: 'order/:id',
    module: {
      loader: () =>
        new Response('<p>yours</p>', {
          headers: [
            ['Set-Cookie', 'one=1; Path=/'],
            ['Set-Cookie', 'two=2; Path=/'],
          ],
        }),
    },
  },
}
const build = {
  entry: { module: { default: () => new Response('no such page', { status: 404 }), handleError: () => {} } },
  routes,
  assets: { routes: {}, entry: { module: '', imports: [] }, url: '', version: '' },
  future: {},
  routeDiscovery: { mode: 'initial' },
  basename: '/',
  publicPath: '/',
  assetsBuildDirectory: '',
  prerender: [],
  ssr: true,
  isSpaMode: false,
} as unknown as ServerBuild

function doors(publicUrl: string | null = 'https://shop.example') {
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const shop = { contextFor: () => ({}) as Context, news: createNews(), log: silent } as unknown as Shop
  const site = async () => ({ build, shopContext })
  const app = new Hono().all('*', pages(shop, site, { publicUrl, mode: 'production', identify: () => anonymous }))
  return (path: string, headers: Record<string, string> = {}) => app.request(`http://shop.example${path}`, { headers })
}

describe('a public page', () => {
  it('is rendered on the shop’s own origin', async () =>
    expect(await (await doors()('/products?ref=X')).text()).toMatch('<p>https://shop.example/products</p>'))

  it.each(['//evil.example/products', '//products', '//', '/%2fevil.example/products'])('never stands at %s', async (path) => {
    const ask = doors()
    expect((await ask(path)).headers.get('cache-control')).toContain('no-store')
    expect(await (await ask('/products')).text()).toMatch('<p>https://shop.example/products</p>')
  })

  it('is not sent again to who has it, whatever its encoding, in a list or weakened by a proxy', async () => {
    const ask = doors()
    const etag = (await ask('/products')).headers.get('etag') as string
    expect(etag).toMatch(/^W\/"/)
    for (const known of [etag, etag.slice(2), `"other", ${etag}`])
      expect((await ask('/products', { 'if-none-match': known, 'accept-encoding': 'br' })).status).toBe(304)
    expect((await ask('/products', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it.each([
    ['gzip, br', 'br'],
    ['gzip;q=1.0', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5', 'br'],
    ['br; q=0.0', null],
    ['identity', null],
    ['brx', null],
  ])('goes to who accepts %j as %j', async (accepted, encoding) => {
    const answer = await doors()('/products', { 'accept-encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length)
    if (encoding === 'br') expect(brotliDecompressSync(bytes).toString()).toMatch('/products</p>')
  })
})

describe('a page for the one who asks', () => {
  it('brings all of its cookies', async () => expect((await doors()('/order/1')).headers.getSetCookie()).toEqual(['one=1; Path=/', 'two=2; Path=/']))
})
