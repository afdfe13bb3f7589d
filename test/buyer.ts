import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { type DemoProduct, demoProducts } from '../demo/catalogue.ts'
import type { Scene } from './scene.ts'

export interface Line {
  product_id: string
  size: string
  quantity: number
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever the shop answers; the tests look at it
  body: any
}

/** A buyer with a phone and one cart. The idempotency key is the same until the outcome is known. */
export interface Buyer {
  phone: string
  key: string
  /** Place Order, with the same idempotency key every time. Rejects when the shop dies. */
  placeOrder(shopUrl: string): Promise<Answer>
}

export function createBuyer(items: Line[], phone = `2547${String(10_000_000 + people++).padStart(8, '0')}`, more: object = {}): Buyer {
  const key = randomUUID()
  const order = { customer_name: 'Wanjiku Kamau', customer_phone: phone, delivery_address: 'Moi Avenue 12, Nairobi', items, ...more }
  return { phone, key, placeOrder: (shopUrl) => call(shopUrl, '/api/orders', { body: order, headers: { 'idempotency-key': key } }) }
}
let people = 0

/** An order as the holder of its key sees it. */
export function readOrder(shopUrl: string, { id, key }: { id: string; key: string }): Promise<Answer> {
  return call(shopUrl, `/api/orders/${id}`, { headers: { 'order-key': key } })
}

/** Waits until the order has `status`, and returns it. */
export function orderBecomes(shopUrl: string, order: { id: string; key: string }, status: string) {
  return vi.waitFor(
    async () => {
      const { body } = await readOrder(shopUrl, order)
      if (body?.status !== status) throw new Error(`order ${order.id} is ${body?.status}, not ${status}`)
      return body
    },
    // A prompt that could not be sent immediately is sent by a job after twenty seconds.
    { timeout: 40_000, interval: 50 },
  )
}

export async function call(
  shopUrl: string,
  path: string,
  { body, headers = {}, method = body === undefined ? 'GET' : 'POST' }: { body?: unknown; headers?: Record<string, string>; method?: string },
): Promise<Answer> {
  const answer = await fetch(shopUrl + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await answer.text()
  return { status: answer.status, body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text }
}

/** One pair of the n-th product of the demo, in one of its sizes. */
export function pair(product: number, size = 0): Line {
  const { id, sizes } = demoProducts[product] as DemoProduct
  return { product_id: id, size: (sizes[size] as DemoProduct['sizes'][number]).label, quantity: 1 }
}

/** Sets the stock with a stock movement. */
export async function setStock({ sql }: Pick<Scene, 'sql'>, { product_id, size }: Line, stock: number): Promise<void> {
  await sql(
    `insert into stock_movements (product_size_id, delta, reason, note)
     select id, $3 - stock, 'manual', 'Counted' from product_size where product_id = $1 and label = $2 and stock <> $3`,
    [product_id, size, stock],
  )
}

export async function stockOf({ sql }: Pick<Scene, 'sql'>, { product_id, size }: Line): Promise<number> {
  const [row] = await sql<{ stock: number }>('select stock from product_size where product_id = $1 and label = $2', [product_id, size])
  return (row as { stock: number }).stock
}
