import { Agent } from 'node:http'
import { formatShillings } from '#domain/money.ts'
import { loadCalls, type Rate } from './load.ts'
import { askPage } from './pages.ts'
import type { Books } from './shop.ts'

/** Cached pages while products are edited. */
export interface EditRates extends Rate {
  addresses: number
  edits: number
  /** Pages that came from the cache, from 0 to 1. */
  hits: number
  /** Pages that showed a price a second after it was changed; must be 0. */
  stale: number
}

const editsPerSecond = 10
const lists = [
  '/',
  '/products',
  '/category',
  '/category/sneakers',
  '/category/women-shoes',
  '/category/men-shoes',
  '/category/loafers',
  '/category/heels',
]

/** A thousand addresses asked for at random by 32 callers, while ten prices a second change. Each page has to show every price that is a second old. */
export async function benchEdits(shopUrl: string, books: Books, seconds: number): Promise<EditRates> {
  const { rows } = await books.pool.query<{ id: string }>('select id from products where archived_at is null order by id limit $1', [
    1000 - lists.length,
  ])
  const ids = rows.map(({ id }) => id)
  const addresses = [...lists, ...ids.map((id) => `/product/${id}`)]
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const prices = new Map<string, { text: string; at: number }>()
  let [edits, hits, stale, failedEdits, next] = [0, 0, 0, 0, 0]

  const read = async (address: string) => {
    const asked = performance.now()
    const { html, isHit } = await askPage(shopUrl + address, agent)
    if (isHit) hits++
    const shown = address.startsWith('/product/') ? [address] : [...prices.keys()].filter((path) => html.includes(`href="${path}"`))
    if (shown.some((path) => (prices.get(path)?.at ?? asked) < asked - 1_000 && !html.includes((prices.get(path) as { text: string }).text))) stale++
  }
  const edit = async () => {
    const id = ids[Math.floor(Math.random() * ids.length)] as string
    // Until it is written, a page may show either price.
    prices.delete(`/product/${id}`)
    // No two products have the same price, so that a list which names it shows it for this one.
    const price = 10_001 + edits++
    await books.pool.query('update products set price = $2, discount_percentage = 0 where id = $1', [id, price])
    prices.set(`/product/${id}`, { text: formatShillings(price), at: performance.now() })
  }

  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < addresses.length) await askPage(shopUrl + addresses[next++], agent)
    }),
  )
  const editing: Promise<void>[] = []
  const timer = setInterval(() => editing.push(edit().catch(() => void failedEdits++)), 1000 / editsPerSecond)
  const rate = await loadCalls(() => read(addresses[Math.floor(Math.random() * addresses.length)] as string), { callers: 32, seconds })
  clearInterval(timer)
  await Promise.all(editing)
  agent.destroy()
  return { ...rate, failed: rate.failed + failedEdits, addresses: addresses.length, edits, hits: hits / rate.requests, stale }
}
