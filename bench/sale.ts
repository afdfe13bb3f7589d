import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startSimulator } from '../simulator/simulator.ts'
import { startShopProcess } from '../test/shop-process.ts'
import { makeHome, openBooks } from './shop.ts'

/** `npm run bench -- --sale`: so many shoppers come for one product within a minute, to two processes. */
const shoppers = 2_000
const pairs = 50
const withinMs = 60_000
const promised = { page: 100, checkout: 1_000 }
const account = { consumerKey: 'bench-key', consumerSecret: 'bench-secret', shortcode: '174379', passkey: 'bench-passkey' }

/** Runs the sale and prints what came of it. Returns whether all of it was as promised. */
export async function benchSale(): Promise<boolean> {
  const home = await makeHome()
  const simulator = await startSimulator({ bookPath: join(home.dataDir, 'book.jsonl'), ...account })
  const port = await freePort()
  const env = {
    ...home.env,
    MPESA_BASE_URL: simulator.url,
    MPESA_CONSUMER_KEY: account.consumerKey,
    MPESA_CONSUMER_SECRET: account.consumerSecret,
    MPESA_SHORTCODE: account.shortcode,
    MPESA_PASSKEY: account.passkey,
    MPESA_CALLBACK_BASE_URL: `http://127.0.0.1:${port}`,
  }
  const shops = [await startShopProcess({ ...env, PORT: String(port) }), await startShopProcess(env)]
  const books = await openBooks(home)
  try {
    simulator.control.answerAutomatically({ pin: true })
    const { rows } = await books.pool.query<{ id: string; size: string }>(
      `select p.id, z.label as size from products p join product_size z on z.product_id = p.id where p.is_available and z.stock > 0 order by p.id, z.label limit 1`,
    )
    const { id, size } = rows[0] as { id: string; size: string }
    await books.pool.query(
      `insert into stock_movements (product_size_id, delta, reason) select z.id, $2 - z.stock, 'manual' from product_size z where product_id = $1 and label = $3 and stock <> $2`,
      [id, pairs, size],
    )
    const [pages, checkouts]: [number[], number[]] = [[], []]
    const answers = new Map<string, number>()
    const shopper = async (number: number) => {
      await pause((number * withinMs) / shoppers)
      const { url } = shops[number % shops.length] as { url: string }
      await timed(pages, async () => (await fetch(`${url}/product/${id}`)).text())
      const answer = await timed(checkouts, () => fetch(`${url}/api/orders`, order(number, id, size)))
      const { reason = '' } = (await answer.json()) as { reason?: string }
      const said = `${answer.status} ${reason}`.trim()
      answers.set(said, (answers.get(said) ?? 0) + 1)
    }
    const lost = (await Promise.allSettled(Array.from({ length: shoppers }, (_, number) => shopper(number)))).filter(
      ({ status }) => status === 'rejected',
    )
    const sold = await paidPairs(books.pool, performance.now() + 30_000)
    const { rows: left } = await books.pool.query<{ stock: number }>('select stock from product_size where product_id = $1 and label = $2', [
      id,
      size,
    ])
    const broken = await books.brokenInvariants()

    const [page, checkout] = [percentile95(pages), percentile95(checkouts)]
    console.log(
      `${shoppers} shoppers within ${withinMs / 1000} s, two processes, ${pairs} pairs of one size: ${sold} sold and paid, ${left[0]?.stock} left.`,
    )
    console.log(`Answers to checkouts: ${[...answers].map(([said, times]) => `${times} × ${said}`).join(', ')}; without an answer: ${lost.length}.`)
    console.log(
      `p95: the product's page ${page.toFixed(1)} ms (promised ${promised.page}), a checkout ${checkout.toFixed(1)} ms (promised ${promised.checkout}).`,
    )
    console.log(broken.length === 0 ? 'All invariants hold.' : `Broken: ${JSON.stringify(broken.slice(0, 5))}`)
    return (
      sold === pairs && left[0]?.stock === 0 && lost.length === 0 && broken.length === 0 && page <= promised.page && checkout <= promised.checkout
    )
  } finally {
    await books.close()
    for (const shop of shops) await shop.stop()
    await simulator.stop()
    await home.remove()
  }
}

function order(number: number, id: string, size: string): RequestInit {
  const buyer = { customer_name: `Buyer ${number}`, customer_phone: `2547${String(10_000_000 + number)}`, delivery_address: 'Moi Avenue, Nairobi' }
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ ...buyer, items: [{ product_id: id, size, quantity: 1 }] }),
  }
}

async function timed<Answer>(times: number[], work: () => Promise<Answer>): Promise<Answer> {
  const begun = performance.now()
  const answer = await work()
  times.push(performance.now() - begun)
  return answer
}

/** How many pairs were paid, once no order waits for its payment. */
async function paidPairs(pool: Awaited<ReturnType<typeof openBooks>>['pool'], deadline: number): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ paid: number; open: number }>(
      `select coalesce(sum(i.quantity) filter (where o.paid_at is not null), 0)::integer as paid, count(*) filter (where o.paid_at is null)::integer as open
       from orders o join order_items i on i.order_id = o.id where o.discarded_at is null`,
    )
    const { paid, open } = rows[0] as { paid: number; open: number }
    if (open === 0 || performance.now() > deadline) return paid
    await pause(100)
  }
}

function percentile95(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY
}

/** A port that nobody uses now: M-Pesa must know the shop's address before the shop opens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((settle) => server.once('listening', settle))
  const { port } = server.address() as AddressInfo
  await new Promise((settle) => server.close(settle))
  return port
}
