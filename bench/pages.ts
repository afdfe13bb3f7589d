import { type Agent, get } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { type CpuMeter, type CpuTime, costEach } from './cpu.ts'
import { type BareServer, startBareServer } from './floor.ts'
import { loadPages, type Rate } from './load.ts'
import type { Books, Home } from './shop.ts'

export interface PageRate extends Rate {
  page: string
  /** `kept`: always the same URL (cached). `fresh`: another URL each time (rendered). `bare`: node:http with the same bytes. */
  kind: 'kept' | 'fresh' | 'bare'
  connections: number
  /** Compressed size of the response. */
  bytes: number
  /** Milliseconds per page; null for `bare`, and where the system does not tell. */
  cpu: CpuTime | null
}

interface MeasuredPage {
  name: string
  path: string
  /** A URL that is not cached, so that the page is rendered; its parameter hardly changes the page. */
  fresh(number: number): string
}

/** Above every price, so that each of these URLs shows the same whole list. */
const noLimit = 20_000
const words = ['low', 'runner', 'canvas', 'high', 'sandal', 'loafer', 'black', 'rose', 'blue', 'tan', 'coral', 'night']

export async function measuredPages(books: Books): Promise<MeasuredPage[]> {
  const { rows } = await books.pool.query<{ id: string }>(
    'select p.id from products p join product_images i on i.product_id = p.id group by p.id order by count(*) desc, p.id limit 50',
  )
  const product = (number: number) => `/product/${rows[number % rows.length]?.id}`
  return [
    { name: 'home', path: '/', fresh: (number) => `/?max=${noLimit + number}` },
    { name: 'category', path: '/category/women-shoes', fresh: (number) => `/category/women-shoes?max=${noLimit + number}` },
    // A product's page depends on no other parameter.
    { name: 'product', path: product(0), fresh: (number) => `${product(number)}?_routes=${number}` },
    {
      name: 'search',
      path: '/products?search=canvas',
      fresh: (number) => `/products?search=${words[number % words.length]}&max=${noLimit + number}`,
    },
  ]
}

interface Ground {
  shopUrl: string
  books: Books
  home: Home
  meter: CpuMeter
  seconds: number
}

export async function benchPages(ground: Ground): Promise<PageRate[]> {
  const { shopUrl, books, home } = ground
  const pages = await measuredPages(books)
  const bodies = Object.fromEntries(await Promise.all(pages.map(async ({ name, path }) => [name, await compressed(shopUrl + path)] as const)))
  const bare = await startBareServer(home, shopUrl, bodies)
  try {
    const rates: PageRate[] = []
    for (const page of pages) rates.push(...(await benchPage(ground, bare, page, bodies[page.name]?.length ?? 0)))
    return rates
  } finally {
    await bare.stop()
  }
}

async function benchPage(
  { shopUrl, meter, seconds }: Ground,
  bare: BareServer,
  { name, path, fresh }: MeasuredPage,
  bytes: number,
): Promise<PageRate[]> {
  let number = 0
  const next = { kept: () => path, fresh: () => fresh(number++), bare: () => `/${name}` }
  const rates: PageRate[] = []
  // Warms up the JIT compiler; a running shop is measured.
  await loadPages(shopUrl, next.fresh, { connections: 8, seconds: 1 })
  for (const kind of ['kept', 'fresh', 'bare'] as const) {
    for (const connections of [1, 32]) {
      const before = await meter()
      const rate = await loadPages(kind === 'bare' ? bare.url : shopUrl, next[kind], { connections, seconds })
      const cpu = kind === 'bare' ? null : costEach(before, await meter(), rate.requests)
      rates.push({ page: name, kind, connections, bytes, ...rate, cpu })
    }
  }
  return rates
}

/** A page in Brotli, also where a browser that reads zstd would get that. */
export async function compressed(url: string): Promise<Buffer> {
  return (await askPage(url)).body
}

/** A page as the shop sends it in Brotli, its text, and whether it came from the cache. */
export function askPage(url: string, agent?: Agent): Promise<{ body: Buffer; html: string; isHit: boolean }> {
  return new Promise((settle, fail) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.once('error', fail)
      response.once('end', () => {
        if (response.statusCode !== 200) return fail(new Error(`${url} answered ${response.statusCode}`))
        const body = Buffer.concat(chunks)
        const html = brotliDecompressSync(body).toString()
        if (!html.includes('<html')) return fail(new Error(`${url} is no page`))
        settle({ body, html, isHit: /; hit$/.test(String(response.headers['cache-status'])) })
      })
    }).once('error', fail)
  })
}
