import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { createElement } from 'react'
import { data, type RouterContextProvider, type ServerBuild } from 'react-router'
import { describe, expect, it } from 'vitest'
import { anonymous, type Context } from '#core/context.ts'
import { processLimits } from '#domain/limits.ts'
import { type CategoryRow, keepCategories } from '#features/catalogue/categories.ts'
import { hashOf } from '#server/pages/content-security-policy.ts'
import { pages } from '#server/pages/serve-pages.ts'
import { answerProblems } from '#server/problem-responses.ts'
import { createEventBus, type Shop } from '#server/running-shop.ts'
import { createMemoryRateLimiter, visitorsOf } from '#server/visitors.ts'
import * as entry from '#web/entry.server.tsx'
import { tapScript } from '#web/first-paint/taps.ts'
import { loaderHeaders } from '#web/public-page.ts'
import * as root from '#web/root.tsx'
import { shopContext } from '#web/shop-context.ts'

const kept = { 'Content-Type': 'text/html', 'Cache-Control': 'public, max-age=0' }

let made = 0
function fivePieces() {
  made = 0
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        made += 1
        controller.enqueue(new TextEncoder().encode(`${made}\n`))
        if (made === 5) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Two pages: one for everybody, which says under which address it was asked for, and one for whoever asks. */
const routes = {
  root: { id: 'root', path: '', module: {} },
  products: {
    id: 'products',
    parentId: 'root',
    path: 'products',
    module: { loader: ({ request }: { request: Request }) => new Response(`<p>${request.url}</p>`.padEnd(500), { headers: kept }) },
  },
  file: {
    id: 'file',
    parentId: 'root',
    path: 'export.csv',
    module: {
      loader: () => new Response(fivePieces(), { headers: { 'Content-Disposition': 'attachment; filename="all.csv"', 'Cache-Control': 'no-store' } }),
    },
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

function serverWith(publicUrl: string | null = 'https://shop.example', built = build) {
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const shop = {
    contextFor: () => ({ services: { monitor: { pages: { cache: 0, rendering: 0 } } } }) as unknown as Context,
    events: createEventBus(),
    log: silent,
  } as unknown as Shop
  const site = async () => ({ build: built, shopContext })
  const { fromCache, any } = pages(shop, site, {
    ...{ publicUrl, mode: 'production', visitors: visitorsOf(() => anonymous, 0, silent), rateLimiter: createMemoryRateLimiter() },
  })
  const app = new Hono().use(fromCache).all('*', any)
  app.onError(answerProblems({ log: silent, facts: { name: 'Viatu', origin: 'https://shop.example' } }))
  return (path: string, headers: Record<string, string> = {}, from?: string) =>
    app.request(`http://shop.example${path}`, { headers }, { incoming: { socket: { remoteAddress: from } } })
}

describe('a public page', () => {
  it('is rendered on the shop’s own origin', async () =>
    expect(await (await serverWith()('/products?ref=X')).text()).toMatch('<p>https://shop.example/products</p>'))

  it.each(['//evil.example/products', '//products', '//', '/%2fevil.example/products'])('never stands at %s', async (path) => {
    const ask = serverWith()
    expect((await ask(path)).headers.get('cache-control')).toContain('no-store')
    expect(await (await ask('/products')).text()).toMatch('<p>https://shop.example/products</p>')
  })

  it('is rendered beside three others at most', async () => {
    let [now, most] = [0, 0]
    const loader = async () => {
      most = Math.max(most, ++now)
      await pause(5)
      now--
      return new Response('<p>slow</p>', { headers: kept })
    }
    const slow = { ...routes, products: { ...routes.products, module: { loader } } }
    const ask = serverWith('https://shop.example', { ...build, routes: slow } as unknown as ServerBuild)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => ask(`/products?min=${at}`)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(most).toBe(4)
  })

  it('is not sent again to who has it, whatever its encoding, in a list or weakened by a proxy', async () => {
    const ask = serverWith()
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
    const answer = await serverWith()('/products', { 'accept-encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length)
    if (encoding === 'br') expect(brotliDecompressSync(bytes).toString()).toMatch('/products</p>')
  })

  it('goes as zstd, which is quick to write, where anybody can make its address up or it is personal, and as Brotli where zstd is not read', async () => {
    const ask = serverWith()
    for (const path of ['/products?search=red', '/order/1']) {
      const answer = await ask(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
      expect(answer.headers.get('content-encoding')).toBe('zstd')
      expect(zstdDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toMatch('<p>')
      expect((await ask(path, { 'accept-encoding': 'gzip, br' })).headers.get('content-encoding')).toBe('br')
    }
    expect((await ask('/products', { 'accept-encoding': 'gzip, deflate, br, zstd' })).headers.get('content-encoding')).toBe('br')
  })
})

describe('a CDN', () => {
  it('is told what came from the shop’s cache, and of no page with a cookie that it may be kept', async () => {
    const forCdn = { ...kept, 'CDN-Cache-Control': 'max-age=60' }
    const answering = (headers: Record<string, string>) => ({ module: { loader: () => new Response('<p>shoes</p>', { headers }) } })
    const ask = serverWith('https://shop.example', {
      ...build,
      routes: {
        ...routes,
        products: { ...routes.products, ...answering(forCdn) },
        help: { id: 'help', parentId: 'root', path: 'help', ...answering({ ...forCdn, 'Set-Cookie': 'a=1' }) },
      },
    } as unknown as ServerBuild)
    const toldOf = async (path: string) => {
      const { headers } = await ask(path)
      return [headers.get('cache-status'), headers.get('cdn-cache-control')]
    }
    expect(await toldOf('/products')).toEqual(['viatu; fwd=miss', 'max-age=60'])
    expect(await toldOf('/products')).toEqual(['viatu; hit', 'max-age=60'])
    expect(await toldOf('/help')).toEqual(['viatu; fwd=miss', null])
    expect(await toldOf('/help')).toEqual(['viatu; fwd=miss', null])
    // Another spelling is a page for the one who asks.
    for (const path of ['/Products', '/products/', '/%70roducts']) {
      const { headers } = await ask(path)
      expect([path, headers.get('cache-control'), headers.get('cdn-cache-control')]).toEqual([path, 'private, no-store', null])
    }
  })
})

describe('an address that anybody can make up', () => {
  it('cannot push out a page of the shelf', async () => {
    keepCategories([{ slug: 'nike' } as CategoryRow], [])
    const { ask, rendered } = counted()
    const home = ['/products', '/category/nike', '/product/3f9a21c8-0000-4000-8000-000000000001']
    for (const path of home) await ask(path)
    for (let n = 0; n < 500; n++)
      for (const path of [`/products?search=${n}`, `/products?cursor=${n}`, `/category/made-up-${n}`, `/product/${n}`]) await ask(path)
    const before = rendered()
    for (const path of home) await ask(path)
    expect(rendered()).toBe(before)
    await ask('/category/made-up-0')
    expect(rendered()).toBe(before + 1)
  })

  it('is one with what it says to the page: an order’s key, a line or anything else adds nothing to a public one', async () => {
    const { ask, rendered } = counted()
    const text = await (await ask('/products?key=secret&line=a&search=red&index')).text()
    expect(text).toMatch('<p>https://shop.example/products?search=red</p>')
    await ask('/products?search=red&key=other&ref=X')
    expect(rendered()).toBe(1)
    const shoe = '/product/3f9a21c8-0000-4000-8000-000000000001'
    expect(await (await ask(`${shoe}?size=42`)).text()).toBe(await (await ask(shoe)).text())
    expect(rendered()).toBe(2)
    expect((await ask('/order/1?key=secret')).headers.get('referrer-policy')).toBe('same-origin')
  })
})

describe('a page that breaks, and whose page of the error breaks as well', () => {
  const broken = (error: Error) => {
    const handleError = (fault: unknown, { context }: { context: RouterContextProvider }) => context.get(shopContext).failed(fault)
    const module = { default: () => Promise.reject(error), handleError }
    const routes = { root: real('').routes.root, products: { ...real('').routes.products } }
    return serverWith('https://shop.example', { ...real(''), routes, entry: { module } } as unknown as ServerBuild)
  }
  const browser = { accept: 'text/html' }

  it('is answered as a page for people, that says what to do', async () => {
    const answer = await broken(new Error('hunter2'))('/products', browser)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    expect(await answer.text()).toMatch(/Something went wrong on our side[\s\S]*Try again/)
  })

  it('is only a moment’s trouble when the database is away', async () => {
    const answer = await broken(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))('/products', browser)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  })
})

describe('a script that somebody planted in a page', () => {
  const planted = '<script>alert(1)</script>'
  const page = async () => {
    const answer = await serverWith('https://shop.example', real(planted))('/products')
    const policy = answer.headers.get('content-security-policy') as string
    return { answer, policy, html: await answer.text() }
  }

  it('stands in it without being allowed', async () => {
    const { policy, html } = await page()
    expect(html).toContain(planted)
    expect(policy).not.toContain(hashOf('alert(1)'))
  })

  it('leaves ours allowed, each of them, and no nonce behind', async () => {
    const { policy, html, answer } = await page()
    const inline = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script as string)
    const ours = inline.filter((script) => script !== 'alert(1)')
    expect(ours.join('\n')).toContain(tapScript)
    expect(ours.length).toBeGreaterThan(4)
    expect(ours.filter((script) => !policy.includes(hashOf(script)))).toEqual([])
    expect(policy.match(/'sha256-/g)).toHaveLength(new Set(ours).size)
    expect(html).not.toContain('nonce')
    expect(answer.headers.get('reporting-endpoints')).toBe('csp="/csp-reports"')
    expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(html))
  })

  it('does not keep the page from being the same bytes at the next rendering', async () => {
    const etag = (await page()).answer.headers.get('etag')
    expect(etag).toMatch(/^W/)
    expect((await page()).answer.headers.get('etag')).toBe(etag)
  })
})

/** The real frame of every page, with one page in it that shows a text as it stands. */
function real(text: string): ServerBuild {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what must not happen, and must do no harm when it does
  const Shown = () => createElement('div', { dangerouslySetInnerHTML: { __html: text } })
  const module = { default: Shown, loader: () => data({ name: text }, { headers: kept }), headers: loaderHeaders }
  const known = { hasLoader: true, hasAction: false, hasErrorBoundary: false, module: '/assets/products.js', imports: [] }
  return {
    ...build,
    entry: { module: entry },
    routes: {
      root: { id: 'root', path: '', module: root },
      products: { id: 'products', parentId: 'root', path: 'products', module },
    },
    assets: {
      routes: {
        root: { id: 'root', path: '', ...known, hasLoader: false },
        products: { id: 'products', parentId: 'root', path: 'products', ...known },
      },
      entry: { module: '/assets/entry.js', imports: [] },
      url: '/assets/manifest.js',
      version: '1',
    },
  } as unknown as ServerBuild
}

/** With how often a page was rendered. */
function counted() {
  let renderings = 0
  const loader = (args: { request: Request }) => {
    renderings++
    return routes.products.module.loader(args)
  }
  const paths = { products: 'products', category: 'category/:slug', product: 'product/:id' }
  const all = Object.entries(paths).map(([id, path]) => [id, { id, parentId: 'root', path, module: { loader } }])
  const ask = serverWith('https://shop.example', { ...build, routes: { ...routes, ...Object.fromEntries(all) } } as ServerBuild)
  return { ask, rendered: () => renderings }
}

describe('a page for the one who asks', () => {
  it('brings all of its cookies', async () =>
    expect((await serverWith()('/order/1')).headers.getSetCookie()).toEqual(['one=1; Path=/', 'two=2; Path=/']))
})

describe('a file to be kept', () => {
  it('goes out piece by piece, as it is made', async () => {
    const answer = await serverWith()('/export.csv')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="all.csv"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const pieces: string[] = []
    for await (const piece of answer.body as ReadableStream<Uint8Array>) {
      pieces.push(Buffer.from(piece).toString())
      // The next one is made when this one is read, not before.
      expect(made).toBeLessThanOrEqual(pieces.length + 1)
    }
    expect(pieces.join('')).toBe('1\n2\n3\n4\n5\n')
  })
})

describe('a visitor who asks for very many pages', () => {
  const [one, other] = ['41.90.1.2', '2c0f:fe38:2100:1::1']
  const times = async (count: number, ask: () => Promise<Response> | Response) => {
    const statuses = new Set<number>()
    for (let turn = 0; turn < count; turn++) statuses.add((await ask()).status)
    return [...statuses]
  }

  it('is told when to come back, and still gets every page that is kept', async () => {
    const ask = serverWith()
    await ask('/products', {}, other)
    expect(await times(processLimits.page_address.max, () => ask('/order/1', {}, one))).toEqual([200])
    const refused = await ask('/order/1', {}, one)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 50, refused.headers.get('cache-control')]).toEqual([429, true, 'no-store'])
    expect(await refused.text()).toContain('Very many pages were opened from this network. Please wait a minute, then try again.')
    expect((await ask('/products', {}, one)).status).toBe(200)
    expect((await ask('/products?size=41', {}, one)).status).toBe(429)
    expect((await ask('/order/1', {}, other)).status).toBe(200)
  })

  it('takes no page from who asks for the same one at the same time', async () => {
    const ask = serverWith()
    await times(processLimits.page_address.max, () => ask('/order/1', {}, one))
    const both = await Promise.all([ask('/products', {}, one), ask('/products', {}, other)])
    expect(both.map(({ status }) => status)).toEqual([429, 200])
  })

  it('may search less often than look', async () => {
    const ask = serverWith()
    let word = 0
    expect(await times(processLimits.search_address.max, () => ask(`/products?search=${word++}`, {}, one))).toEqual([200])
    expect((await ask('/products?search=other', {}, one)).status).toBe(429)
    expect((await ask('/products?search=1', {}, one)).status).toBe(200)
    expect((await ask('/products?size=41', {}, one)).status).toBe(200)
  })

  it('on this machine is not counted', async () => {
    const ask = serverWith()
    expect(await times(processLimits.page_address.max + 1, () => ask('/order/1', {}, '127.0.0.1'))).toEqual([200])
  })
})
