import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type CpuMeter, type CpuTime, costEach } from './cpu.ts'
import { insertFloor } from './floor.ts'
import { loadCalls, type Rate } from './load.ts'
import type { Books } from './shop.ts'

export interface OrderRates {
  /** Answered 201: written, stock reserved, M-Pesa's prompt accepted. */
  placed: Rate
  /** Seconds from the last answer until every order was paid. */
  allPaidAfter: number
  /** Orders paid per second, from the first order to the last payment. */
  paidPerSecond: number
  /** One insert of one row, committed. */
  floor: Rate
  /** Milliseconds per order, from placing to paid. */
  cpu: CpuTime | null
  /** Inconsistencies found afterwards; empty if all is well. */
  faults: string[]
}

interface Ground {
  shopUrl: string
  simulatorUrl: string
  books: Books
  meter: CpuMeter
  seconds: number
}

const callers = 32

/** Checkouts over HTTP, 32 concurrently, each with its own phone; the simulated M-Pesa answers each prompt automatically and calls back. */
export async function benchOrders({ shopUrl, simulatorUrl, books, meter, seconds }: Ground): Promise<OrderRates> {
  const floor = await insertFloor(books, { callers, seconds: Math.min(3, seconds) })
  const before = await meter()
  const start = performance.now()
  const { placed, answers } = await placeOrders({ shopUrl, simulatorUrl, books }, { callers, seconds })
  const answered = performance.now()
  const unpaid = await untilAllPaid(books, answered + 60_000)
  const allPaidAfter = (performance.now() - answered) / 1000
  return {
    placed,
    floor,
    cpu: costEach(before, await meter(), placed.requests),
    allPaidAfter,
    paidPerSecond: placed.requests / ((performance.now() - start) / 1000),
    faults: [
      ...[...answers].map(([said, times]) => `${times} checkouts answered ${said}`),
      ...(unpaid > 0 ? [`${unpaid} orders were still unpaid after a minute`] : []),
      ...(await compareBooks(simulatorUrl, books, placed.requests - placed.failed)),
    ],
  }
}

/** Places orders for so many seconds, each with its own phone from the first buyer's number on. Answers also what was answered instead of 201, and how often. */
export async function placeOrders(
  { shopUrl, simulatorUrl, books }: Pick<Ground, 'shopUrl' | 'simulatorUrl' | 'books'>,
  { callers, seconds, firstBuyer = 0 }: { callers: number; seconds: number; firstBuyer?: number },
): Promise<{ placed: Rate; answers: Map<string, number> }> {
  await fetch(`${simulatorUrl}/control/answers`, { method: 'POST', body: JSON.stringify({ pin: true }) })
  const { rows: sizes } = await books.pool.query<{ product_id: string; size: string }>(
    `select z.product_id, z.label as size from product_size z join products p on p.id = z.product_id
     where z.stock >= 30 and p.is_available and p.archived_at is null order by z.id limit 5000`,
  )
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const answers = new Map<string, number>()
  const placed = await loadCalls(
    async (number) => {
      const answer = await post(agent, `${shopUrl}/api/orders`, orderOf(firstBuyer + number, sizes))
      if (answer.status === 201) return
      const said = `${answer.status} ${answer.body.slice(0, 200)}`
      answers.set(said, (answers.get(said) ?? 0) + 1)
      throw new Error(said)
    },
    { callers, seconds },
  )
  agent.destroy()
  return { placed, answers }
}

function orderOf(number: number, sizes: { product_id: string; size: string }[]) {
  const items = Array.from({ length: 1 + (number % 2) }, (_, line) => ({ ...sizes[(number * 2 + line) % sizes.length], quantity: 1 }))
  return {
    customer_name: `Buyer ${number}`,
    customer_phone: `2547${String(10_000_000 + number).padStart(8, '0')}`,
    delivery_address: 'Moi Avenue, Nairobi',
    items,
  }
}

function post(agent: Agent, url: string, body: object): Promise<{ status: number; body: string }> {
  return new Promise((settle, fail) => {
    const sending = request(
      url,
      { agent, method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        response.once('end', () => settle({ status: response.statusCode ?? 0, body: text }))
        response.once('error', fail)
      },
    )
    sending.once('error', fail).end(JSON.stringify(body))
  })
}

async function untilAllPaid({ pool }: Books, deadline: number): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ unpaid: number }>('select count(*)::integer as unpaid from orders where paid_at is null')
    const unpaid = rows[0]?.unpaid ?? 0
    if (unpaid === 0 || performance.now() > deadline) return unpaid
    await pause(50)
  }
}

/** Checks the invariants, and compares the shop's books with the load and with the simulator's book. */
async function compareBooks(simulatorUrl: string, { pool, brokenInvariants }: Books, expected: number): Promise<string[]> {
  const faults = (await brokenInvariants()).map(({ name, key }) => `invariant ${name} is broken at ${key}`)
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', receipt, amount::integer, phone, left(order_id::text, 8)) as line from payment_attempts where state = 'paid' order by receipt`,
  )
  const response = await fetch(`${simulatorUrl}/control/book`)
  const { payments } = (await response.json()) as { payments: { receipt: string; amount: number; phone: string; reference: string }[] }
  const theirs = new Set(payments.map(({ receipt, amount, phone, reference }) => `${receipt} ${amount} ${phone} ${reference}`))
  const ours = new Set(rows.map(({ line }) => line))
  const odd = [...ours].filter((line) => !theirs.has(line)).concat([...theirs].filter((line) => !ours.has(line)))
  if (odd.length > 0) faults.push(`${odd.length} payments stand in one book only, such as ${odd[0]}`)
  const counted = await pool.query<{ orders: number }>('select count(*)::integer as orders from orders')
  if (counted.rows[0]?.orders !== expected) faults.push(`${expected} orders were answered 201, but there are ${counted.rows[0]?.orders}`)
  return faults
}
