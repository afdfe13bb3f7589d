import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startSimulator } from '@viatu/daraja/simulator'
import { startShopProcess } from '../test/shop-process.ts'
import { makeHome, openBooks } from './shop.ts'

/** `npm run bench -- --sale`: so many shoppers come for one product within a minute, to two processes. */
const shoppers = 2_000
const pairs = 50
const withinMs = 60_000
const promised = { page: 100, checkout: 1_000 }
const account = { consumerKey: 'bench-key', consumerSecret: 'bench-secret', shortcode: '174379', passkey: 'bench-passkey' }

/** Runs the sale and prints what came of it. What ends it is added to `closing`. Returns whether all of it was as promised. */
export async function benchSale(closing: (() => Promise<unknown>)[]): Promise<boolean> {
  const home = await makeHome()
  closing.push(home.remove)
  const simulator = await startSimulator({ bookPath: join(home.dataDir, 'book.jsonl'), ...account })
  closing.push(simulator.stop)
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
  const open = async (more: Record<string, string> = {}) => {
    const shop = await startShopProcess({ ...env, ...more })
    closing.push(shop.stop)
    return shop
  }
  const shops = [await open({ PORT: String(port) }), await open()]
  const books = await openBooks(home)
  closing.push(books.close)

  simulator.control.answerAutomatically({ pin: true })
  const { rows } = await books.pool.query<{ id: string; size: string }>(
    `select p.id, z.label as size from products p join product_size z on z.product_id = p.id where p.is_available and z.stock > 0 order by p.id, z.label limit 1`,
  )
  const { id, size } = rows[0] as { id: string; size: string }
  await books.pool.query(
    `insert into stock_movements (product_size_id, delta, reason) select z.id, $2 - z.stock, 'manual' from product_size z where product_id = $1 and label = $3 and stock <> $2`,
    [id, pairs, size],
  )
  const times = { page: [] as number[], won: [] as number[], lost: [] as number[] }
  const answers = new Map<string, number>()
  const shopper = async (number: number) => {
    await pause((number * withinMs) / shoppers)
    const { url } = shops[number % shops.length] as { url: string }
    const opened = performance.now()
    const page = await fetch(`${url}/product/${id}`)
    await page.text()
    if (page.status !== 200) throw new Error(`the page answered ${page.status}`)
    const pressed = performance.now()
    const answer = await fetch(`${url}/api/orders`, order(number, id, size))
    const { error } = (await answer.json()) as { error?: { code: string } }
    times.page.push(pressed - opened)
    times[answer.status === 201 ? 'won' : 'lost'].push(performance.now() - pressed)
    const said = [answer.status, error?.code].filter(Boolean).join(' ')
    answers.set(said, (answers.get(said) ?? 0) + 1)
  }
  const all = await Promise.allSettled(Array.from({ length: shoppers }, (_, number) => shopper(number)))
  const unanswered = all.filter(({ status }) => status === 'rejected').length
  const sold = await paidPairs(books.pool, performance.now() + 30_000)
  const { rows: left } = await books.pool.query<{ stock: number }>('select stock from product_size where product_id = $1 and label = $2', [id, size])
  const broken = await books.brokenInvariants()

  const [page, won, lost] = [times.page, times.won, times.lost].map(percentile95) as [number, number, number]
  console.log(
    `${shoppers} shoppers within ${withinMs / 1000} s, two processes, ${pairs} pairs of one size: ${sold} sold and paid, ${left[0]?.stock} left.`,
  )
  console.log(`Answers to checkouts: ${[...answers].map(([said, count]) => `${count} × ${said}`).join(', ')}; without an answer: ${unanswered}.`)
  console.log(
    `p95: the product's page ${page.toFixed(1)} ms (promised ${promised.page}), a checkout ${won.toFixed(1)} ms, one that came too late ${lost.toFixed(1)} ms`,
  )
  console.log(`(promised ${promised.checkout}). All come from this machine, where orders of one address are not limited.`)
  console.log(broken.length === 0 ? 'All invariants hold.' : `Broken: ${JSON.stringify(broken.slice(0, 5))}`)
  const isAnswered = unanswered === 0 && answers.get('201') === pairs && answers.get('409 size_gone') === shoppers - pairs
  const isQuick = page <= promised.page && Math.max(won, lost) <= promised.checkout
  return isAnswered && isQuick && sold === pairs && left[0]?.stock === 0 && broken.length === 0
}

function order(number: number, id: string, size: string): RequestInit {
  const buyer = { customer_name: `Buyer ${number}`, customer_phone: `2547${String(10_000_000 + number)}`, delivery_address: 'Moi Avenue, Nairobi' }
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ ...buyer, items: [{ product_id: id, size, quantity: 1 }] }),
  }
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
