import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { limits } from '#domain/limits.ts'
import { type Answer, type Buyer, call, createBuyer, type Line, orderBecomes, pair, setStock, stockOf } from '../../test/buyer.ts'
import { expectCleanBooks, openScene, type Scene } from '../../test/scene.ts'
import type { ShopProcess } from '../../test/shop-process.ts'

// Real processes, and a machine that others use as well.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Two shops on one data directory, one database and one M-Pesa: what one of them does, the other knows (promises P5). */
let scene: Scene
let shops: [ShopProcess, ShopProcess]

beforeAll(async () => {
  scene = await openScene()
  scene.mpesa.answerAutomatically({ pin: true })
  const first = await scene.open()
  shops = [first, await scene.open()]
  scene.relay.leadTo(first.url)
})
afterAll(() => scene.close())

describe('two processes on one shelf', () => {
  it('join one PostgreSQL', () => {
    expect(shops[0].output.join('\n')).toContain('embedded PostgreSQL, started')
    expect(shops[1].output.join('\n')).toContain('embedded PostgreSQL, joined')
  })

  it('sell 20 pairs of two sizes to 20 of 200 people at once, whatever the order of their lines', async () => {
    const [x, y] = [pair(0), pair(1, 2)]
    await setStock(scene, x, 20)
    await setStock(scene, y, 20)
    const sales = await sell(200, (number) => (number % 2 ? [x, y] : [y, x]))

    expect(sales.outcomes).toEqual({ '201': 20, '409 size_gone': 180 })
    expect([await stockOf(scene, x), await stockOf(scene, y)]).toEqual([0, 0])
    expectLosersToKnow(sales.lost, [x, y])
    await expectWinnersToPay(sales.won)
    await expectTheOtherShopToRepeat(sales.won)
    await expectNothingElse()
  })

  it('count the same size on two lines as two pairs', async () => {
    const [x, y] = [pair(2), pair(3, 1)]
    await setStock(scene, x, 20)
    await setStock(scene, y, 20)
    const sales = await sell(60, (number) => (number % 2 ? [x, y, x] : [y, x, x]))

    expect(sales.outcomes).toEqual({ '201': 10, '409 size_gone': 50 })
    expect([await stockOf(scene, x), await stockOf(scene, y)]).toEqual([0, 10])
    expectLosersToKnow(sales.lost, [x])
    await expectWinnersToPay(sales.won)
    await expectTheOtherShopToRepeat(sales.won)
    await expectNothingElse()
  })

  it('make one order of one key that both of them get at once', async () => {
    const line = pair(4, 1)
    await setStock(scene, line, 50)
    const buyers = Array.from({ length: 10 }, () => createBuyer([line]))
    const answers = await Promise.all(buyers.flatMap((buyer) => shops.flatMap(({ url }) => [insist(buyer, url), insist(buyer, url)])))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(10)
    expect(await stockOf(scene, line)).toBe(40)
    await Promise.all(answers.map(({ body }) => orderBecomes(shops[1].url, body, 'waiting_shipment')))
    await expectNothingElse()
  })

  it('count what is limited together: both of them let in as many as one would', async () => {
    const { max } = limits.recover_account
    const ask = ({ url }: ShopProcess) => call(url, '/api/auth/recover', { body: { email: 'wanjiku.kamau@example.com' } })
    const answers = await Promise.all(shops.flatMap((shop) => Array.from({ length: max }, () => ask(shop))))

    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(max)
    for (const { body } of refused) expect(body.error.code).toBe('too_many')
    await expectNothingElse()
  })

  it('show within a second what an owner has set in one of them, on pages that they keep too', async () => {
    const [one, other] = shops
    const home = async () => (await fetch(other.url)).text()
    // It is kept from the first time on.
    for (let time = 0; time < 2; time++) expect(await home()).not.toContain('Duka la Karen')
    const [, email, password] = /Admin {9}(\S+), password (\S+)/.exec(one.output.join('\n')) ?? []
    const { body } = await call(one.url, '/api/auth/sign-in', { body: { email, password } })
    const headers = { authorization: `Bearer ${body.session.access_token}` }
    const changed = { shop_name: 'Duka la Karen', commission_percent: 25 }
    expect(await call(one.url, '/api/settings', { method: 'PATCH', headers, body: changed })).toMatchObject({ status: 200 })
    const since = performance.now()
    while (!(await home()).includes('Duka la Karen')) await pause(20)
    expect(performance.now() - since).toBeLessThan(1000)
    expect(await (await fetch(`${other.url}/sign-up`)).text()).toContain('(earn 25% commission)')
  })
})

interface Sale {
  buyer: Buyer
  answer: Answer
  /** Which of the two shops answered. */
  at: 0 | 1
}

interface Sales {
  /** How often each answer was given: status and code. */
  outcomes: Record<string, number>
  won: Sale[]
  lost: Sale[]
}

/** So many people press Place Order at the same time, half of them in each shop. */
async function sell(people: number, cartOf: (number: number) => Line[]): Promise<Sales> {
  const sales = await Promise.all(
    Array.from({ length: people }, async (_, number): Promise<Sale> => {
      const at = (number >> 1) % 2 ? 1 : 0
      const buyer = createBuyer(cartOf(number))
      return { buyer, at, answer: await insist(buyer, shops[at].url) }
    }),
  )
  const outcomes: Record<string, number> = {}
  for (const { answer } of sales) {
    const outcome = [answer.status, answer.body.error?.code].filter(Boolean).join(' ')
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  const won = sales.filter(({ answer }) => answer.status === 201)
  return { outcomes, won, lost: sales.filter((sale) => !won.includes(sale)) }
}

/** Place Order, and again with the same key while the shop says that it is too busy, as its own pages do. */
async function insist(buyer: Buyer, shopUrl: string): Promise<Answer> {
  for (;;) {
    const answer = await buyer.placeOrder(shopUrl)
    if (answer.status !== 503) return answer
    await pause(100)
  }
}

function expectLosersToKnow(lost: Sale[], wanted: Line[]) {
  for (const { answer } of lost) {
    const { facts, message } = answer.body.error
    expect(facts.gone.length).toBeGreaterThan(0)
    for (const { id, size } of facts.gone) {
      expect(wanted.map(({ product_id, size }) => [product_id, size])).toContainEqual([id, size])
      expect(message).toContain(`size ${size}`)
    }
  }
}

async function expectWinnersToPay(won: Sale[]) {
  const orders = await Promise.all(won.map(({ answer, at }) => orderBecomes(shops[at].url, answer.body, 'waiting_shipment')))
  await scene.mpesa.settled()
  const receipts = orders.map((order) => order.mpesa_receipt_number)
  expect(new Set(receipts).size).toBe(won.length)
  for (const { buyer } of won) expect(scene.mpesa.prompts(buyer.phone)).toHaveLength(1)
}

/** The same request in the other shop answers the same order; it makes no second one. */
async function expectTheOtherShopToRepeat(won: Sale[]) {
  for (const { buyer, answer, at } of won) {
    const again = await insist(buyer, shops[at === 0 ? 1 : 0].url)
    expect(again).toMatchObject({ status: 201, body: { id: answer.body.id, key: answer.body.key, status: 'waiting_shipment' } })
  }
}

/** Books in order, no deadlock that PostgreSQL had to break, no fault in either shop. */
async function expectNothingElse() {
  await expectCleanBooks(scene)
  expect(await scene.sql("select deadlocks::integer from pg_stat_database where datname = 'viatu'")).toEqual([{ deadlocks: 0 }])
  for (const { output } of shops) expect(output.filter((line) => line.includes('request failed'))).toEqual([])
}
