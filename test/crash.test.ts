import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isAlive } from '#db/processes.ts'
import { type Answer, type Buyer, call, createBuyer, orderBecomes, pair, readOrder, setStock, stockOf } from './buyer.ts'
import { type Freeze, freeze, hold } from './freeze.ts'
import { expectCleanBooks, openScene, ownerUrl, postmaster, type Scene } from './scene.ts'
import type { ShopProcess } from './shop-process.ts'

// Real processes, and a machine that others use as well.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/**
 * The shop is killed with kill -9 between each two steps of a checkout and opened again on the same directory: nothing is lost, nothing happens twice
 * (promises P1, P2 and §3). No failpoints: the database holds the shop at an exact row, or M-Pesa is slow at an exact moment.
 */
let scene: Scene
let shop: ShopProcess
interface Told {
  id: string
  key: string
  total_amount: number
}
/** What buyers were told they have. */
const told: Told[] = []
const line = pair(0)
const stock = 100_000

beforeAll(async () => {
  scene = await openScene()
  shop = await scene.open()
  await setStock(scene, line, stock)
})
afterAll(() => scene.close())

afterEach(async () => {
  await scene.mpesa.settled()
  await expectCleanBooks(scene)
  for (const order of told) expect(await readOrder(shop.url, order), `order ${order.id}, of which a buyer was told`).toMatchObject({ status: 200 })
})

describe('a kill before anything was sent', () => {
  it('leaves no trace of an order that was not committed; the retry makes one', async () => {
    const buyer = createBuyer([line])
    const before = await stockOf(scene, line)
    const place = await freeze(scene, { table: 'idempotency_keys', event: 'insert', when: `new.key = '${buyer.key}'` })
    const press = pressed(buyer)
    await place.reached()
    await shop.kill()
    expect(await press).toBe('no answer')
    await place.undo()
    expect(await ordersOf(buyer)).toEqual([])
    expect(await stockOf(scene, line)).toBe(before)

    await reopen()
    const order = await ordered(buyer)
    await pays(buyer, order)
    expect(await ordersOf(buyer)).toHaveLength(1)
    expect(await stockOf(scene, line)).toBe(before - 1)
  })

  it('leaves one order when the commit came through after the kill; the retry finds it', async () => {
    const buyer = createBuyer([line])
    const place = await freeze(scene, { table: 'idempotency_keys', event: 'insert', when: `new.key = '${buyer.key}'` })
    const press = pressed(buyer)
    await place.reached()
    await shop.kill()
    expect(await press).toBe('no answer')
    await place.letGo()
    await vi.waitFor(async () => expect(await ordersOf(buyer)).toHaveLength(1))
    expect(scene.mpesa.prompts(buyer.phone)).toEqual([])

    await reopen()
    const order = await ordered(buyer)
    expect((await ordersOf(buyer)).map(({ id }) => id)).toEqual([order.id])
    // The prompt that nobody sent is sent by a job, without anybody asking.
    await comesDue(order.id)
    await pays(buyer, order)
  })

  it('sends the prompt of a committed order by itself, once', async () => {
    const buyer = createBuyer([line])
    const place = await freeze(scene, {
      table: 'payment_attempts',
      event: 'update',
      when: `old.prompted_at is null and new.prompted_at is not null and new.phone = '${buyer.phone}'`,
    })
    const press = pressed(buyer)
    await place.reached()
    await shop.kill()
    expect(await press).toBe('no answer')
    await place.undo()
    const [written] = await ordersOf(buyer)
    expect(written).toMatchObject({ status: 'pending', attempt: 'created', prompted: false })

    await reopen()
    await comesDue(written!.id)
    await orderStands(written!.id, 'awaiting_payment')
    await comesDue(written!.id)
    await asked(written!.id)
    const order = await ordered(buyer)
    expect(order.id).toBe(written!.id)
    await pays(buyer, order)
  })
})

describe('a kill while M-Pesa is being asked', () => {
  it('never sends again what may have been sent: the buyer asks for a new prompt after three minutes', async () => {
    const buyer = createBuyer([line])
    // A process that has just opened remembers no token.
    await shop.kill()
    await scene.sql('delete from mpesa_token')
    await reopen()
    scene.mpesa.fault({ at: 'auth', answer: 'hang', ms: 20_000 })
    const press = pressed(buyer)
    await vi.waitFor(() => expect(scene.mpesa.faults()).toEqual([]), { timeout: 10_000, interval: 20 })
    await shop.kill()
    expect(await press).toBe('no answer')
    const written = await orderOf(buyer)
    expect(written).toMatchObject({ status: 'pending', attempt: 'created', prompted: true })

    await reopen()
    const order = await ordered(buyer)
    await comesDue(order.id)
    await orderStands(order.id, 'awaiting_payment', 'unknown')
    expect(scene.mpesa.prompts(buyer.phone)).toEqual([])
    expect(await askForPrompt(buyer, order)).toMatchObject({ status: 409 })
    await threeMinutesPass(order.id)
    expect(await askForPrompt(buyer, order)).toMatchObject({ status: 200 })
    await pays(buyer, order)
  })

  it('finds the payment of a prompt whose reply was lost by its callback', async () => {
    const buyer = createBuyer([line])
    scene.mpesa.fault({ at: 'submit', answer: 'hang', phone: buyer.phone })
    const press = pressed(buyer)
    await rings(buyer)
    await shop.kill()
    expect(await press).toBe('no answer')

    await reopen()
    const order = await ordered(buyer)
    await comesDue(order.id)
    await orderStands(order.id, 'awaiting_payment', 'unknown')
    await pays(buyer, order)
  })

  it('finds the payment of a prompt whose reply came but was not stored', async () => {
    const buyer = createBuyer([line])
    const { press, place } = await frozenReply(buyer)
    await shop.kill()
    expect(await press).toBe('no answer')
    await place.undo()
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'pending', attempt: 'created', prompted: true }])

    await reopen()
    const order = await ordered(buyer)
    await comesDue(order.id)
    await orderStands(order.id, 'awaiting_payment', 'unknown')
    await pays(buyer, order)
  })

  it('finds the payment when the callback was faster than the reply and neither got through', async () => {
    const buyer = createBuyer([line])
    scene.mpesa.fault({ at: 'submit', answer: 'hang', ms: 700, phone: buyer.phone })
    const press = pressed(buyer)
    await rings(buyer)
    const row = await hold(scene, `select from orders where customer_phone = '${buyer.phone}'`)
    await entersPin(buyer)
    await row.waitedFor(2)
    await shop.kill()
    expect(await press).toBe('no answer')
    await row.undo()
    expect(await storedCallbacks(buyer)).toEqual([{ processed: false }])
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'pending', attempt: 'created', prompted: true }])

    await reopen()
    await callbacksComeDue()
    const order = await ordered(buyer)
    expect(await orderBecomes(shop.url, order, 'waiting_shipment')).toMatchObject({ mpesa_receipt_number: receiptOf(buyer) })
  })

  it('lets the buyer go on when M-Pesa had refused the prompt and the refusal was being written', async () => {
    const buyer = createBuyer([line])
    scene.mpesa.fault({ at: 'submit', answer: 'spikeArrest', phone: buyer.phone })
    const place = await freeze(scene, {
      table: 'orders',
      event: 'update',
      when: `new.discarded_at is not null and new.customer_phone = '${buyer.phone}'`,
    })
    const press = pressed(buyer)
    await place.reached()
    await shop.kill()
    expect(await press).toBe('no answer')
    await place.undo()

    await reopen()
    const order = await ordered(buyer)
    await comesDue(order.id)
    await orderStands(order.id, 'awaiting_payment', 'unknown')
    await threeMinutesPass(order.id)
    expect(await askForPrompt(buyer, order)).toMatchObject({ status: 200 })
    await pays(buyer, order)
  })

  it('asks M-Pesa when the callback was lost while nobody was there', async () => {
    const buyer = createBuyer([line])
    const order = await ordered(buyer)
    await shop.kill()
    await entersPin(buyer)
    await scene.mpesa.settled()
    expect(await storedCallbacks(buyer)).toEqual([])

    await reopen()
    await comesDue(order.id)
    await orderBecomes(shop.url, order, 'waiting_shipment')
    expect(scene.mpesa.prompts(buyer.phone)).toHaveLength(1)
  })

  it('puts a prompt of which reply and callback were lost on a desk as soon as the hold ends', async () => {
    const buyer = createBuyer([line])
    scene.mpesa.fault({ at: 'submit', answer: 'hang', phone: buyer.phone })
    const press = pressed(buyer)
    const [prompt] = await rings(buyer)
    await shop.kill()
    expect(await press).toBe('no answer')
    await scene.mpesa.answer(prompt!.checkoutRequestId, 'cancel')
    await scene.mpesa.settled()

    await reopen()
    const order = await ordered(buyer)
    await comesDue(order.id)
    await orderStands(order.id, 'awaiting_payment', 'unknown')
    await shop.kill()
    // Half an hour passes.
    await scene.sql(`update orders set hold_expires_at = hold_expires_at - interval '30 minutes' where id = $1`, [order.id])
    await scene.sql(`update payment_attempts set next_check_at = next_check_at - interval '30 minutes' where order_id = $1`, [order.id])
    await reopen()
    await orderStands(order.id, 'buyer_not_paid', 'unknown')
    await vi.waitFor(
      async () => expect((await ordersOf(buyer))[0]).toMatchObject({ review: 'M-Pesa never said what became of this prompt' }),
      waiting,
    )
  })
})

describe('a kill while M-Pesa tells of a payment', () => {
  it('processes a callback that was stored and not acted on', async () => {
    const buyer = createBuyer([line])
    const order = await ordered(buyer)
    // Before anything else a payment wants the order's row to itself.
    const row = await hold(scene, `select from orders where id = '${order.id}'`)
    await entersPin(buyer)
    await row.waitedFor(1)
    await shop.kill()
    await row.undo()
    expect(await storedCallbacks(buyer)).toEqual([{ processed: false }])
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'awaiting_payment', attempt: 'accepted' }])
    await paidOnceAfterRestart(buyer, order)
  })

  it('does the whole of a payment or nothing of it', async () => {
    const buyer = createBuyer([line])
    const order = await ordered(buyer)
    const place = await freeze(scene, {
      table: 'order_events',
      event: 'insert',
      when: `new.to_status = 'waiting_shipment' and new.order_id = '${order.id}'`,
    })
    await entersPin(buyer)
    await place.reached()
    await shop.kill()
    await place.undo()
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'awaiting_payment', attempt: 'accepted' }])
    await paidOnceAfterRestart(buyer, order)
  })

  it('pays once when the last thing missing was the mark on the callback', async () => {
    const buyer = createBuyer([line])
    const order = await ordered(buyer)
    const place = await freeze(scene, { table: 'callbacks', event: 'update', when: `new.outcome = 'paid'` })
    await entersPin(buyer)
    await place.reached()
    await shop.kill()
    await place.undo()
    expect(await storedCallbacks(buyer)).toEqual([{ processed: false }])
    await paidOnceAfterRestart(buyer, order)
  })
})

describe('kills at random', () => {
  // VIATU_KILLS=250 for the long run; every fifth takes PostgreSQL along, as a power cut does.
  const kills = Number(process.env.VIATU_KILLS ?? 5)
  const limit = 120_000 + kills * 15_000

  it(
    `lose none of the orders that five people were told of in ${kills} of them`,
    async () => {
      scene.relay.whenClosed = 'hold'
      scene.mpesa.answerAutomatically({ pin: true })
      const journal = openJournal()
      onTestFinished(journal.remove)
      const street = { open: true, done: false }
      const shoppers = Array.from({ length: 5 }, () => goShopping(street, journal))
      const restarts: number[] = []
      for (let kill = 1; kill <= kills; kill++) {
        await pause(50 + Math.random() * 800)
        street.open = false
        if (kill % 5 === 0) await killPostgres()
        await shop.kill()
        // Some die once more, before they are open.
        if (kill % 3 === 0)
          await scene.open({}, AbortSignal.timeout(Math.ceil(Math.random() * shop.openedAfter))).then(
            (early) => early.kill(),
            () => {},
          )
        await reopen()
        restarts.push(shop.openedAfter)
        street.open = true
      }
      street.done = true
      await Promise.all(shoppers)
      await everythingSettles()
      scene.mpesa.reset()

      const acknowledged = journal.read()
      for (const order of acknowledged) {
        const { status, body } = await readOrder(shop.url, order)
        expect({ status, id: body.id }).toEqual({ status: 200, id: order.id })
      }
      const orders = await scene.sql<{ id: string; key: string }>('select order_id as id, key from idempotency_keys')
      for (const { id, idempotencyKey } of acknowledged)
        expect(orders.filter(({ key }) => key === idempotencyKey).map((each) => each.id)).toEqual([id])
      const [sums] = await scene.sql(`select count(*)::integer as orders, count(paid_at)::integer as paid from orders`)
      expect(acknowledged.length).toBeGreaterThan(kills)
      console.log(
        `${kills} kills, ${acknowledged.length} acknowledged orders, 0 lost; ${sums?.paid} of ${sums?.orders} orders paid; open again after ${seconds(restarts, 0.5)} s, p95 ${seconds(restarts, 0.95)} s`,
      )
    },
    limit,
  )
})

/** One of the people in the street: an order, and when it is known, written down and on the disk, the next. A shop that is closed or dies is asked again with the same key. */
async function goShopping(street: { open: boolean; done: boolean }, journal: Journal) {
  while (!street.done) {
    const buyer = createBuyer([line])
    for (;;) {
      const answer = street.open ? await pressed(buyer) : 'no answer'
      if (answer !== 'no answer' && answer.status === 201) {
        journal.write({ id: answer.body.id, key: answer.body.key, idempotencyKey: buyer.key })
        break
      }
      if (answer !== 'no answer') expect([502, 503]).toContain(answer.status)
      await pause(20)
    }
    await pause(Math.random() * 150)
  }
}

interface Acknowledged {
  id: string
  key: string
  idempotencyKey: string
}
type Journal = ReturnType<typeof openJournal>

/** What buyers know, in a file of their own: the proof does not live in the system that is being tested. */
function openJournal() {
  const path = join(mkdtempSync(join(tmpdir(), 'viatu-journal-')), 'journal.jsonl')
  const file = openSync(path, 'a')
  return {
    write: (order: Acknowledged) => {
      writeSync(file, `${JSON.stringify(order)}\n`)
      fsyncSync(file)
    },
    read: (): Acknowledged[] => {
      closeSync(file)
      return readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text))
    },
    remove: () => rmSync(dirname(path), { recursive: true }),
  }
}

async function killPostgres() {
  const { pid } = await postmaster(scene.home)
  expect(pid, "the pid of this directory's own PostgreSQL").toBeGreaterThan(1)
  process.kill(pid, 'SIGKILL')
}

/** A session of PostgreSQL that notices nothing; the answer lets it go. */
async function standStill(): Promise<() => void> {
  const client = new pg.Client({ connectionString: await ownerUrl(scene.home) })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid as number
  process.kill(pid, 'SIGSTOP')
  const letGo = () => void (isAlive(pid) && process.kill(pid, 'SIGCONT'))
  onTestFinished(letGo)
  return letGo
}

/** Every prompt has an end, every callback has been read, and what was not paid has expired. */
async function everythingSettles() {
  const long = { timeout: 100_000, interval: 200 }
  await vi.waitFor(async () => {
    await scene.sql(
      `update payment_attempts set next_check_at = now() where state in ('created', 'accepted') and next_check_at > now() + interval '3 seconds'`,
    )
    await callbacksComeDue()
    expect(await scene.sql(`select state from payment_attempts where state in ('created', 'accepted')`)).toEqual([])
    expect(await scene.sql('select from callbacks where processed_at is null')).toEqual([])
  }, long)
  await scene.mpesa.settled()
  await scene.sql(`update orders set hold_expires_at = now() where paid_at is null`)
  await vi.waitFor(async () => {
    const rest = await scene.sql(`select status from orders where status not in ('waiting_shipment', 'buyer_not_paid') and discarded_at is null`)
    expect(rest).toEqual([])
  }, long)
}

function seconds(milliseconds: number[], quantile: number): string {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  return ((sorted[Math.ceil(sorted.length * quantile) - 1] ?? 0) / 1000).toFixed(1)
}

describe('a kill of PostgreSQL alone', () => {
  it('is told in words, does not end the shop, and is over as soon as a new one can start', async () => {
    const earlier = createBuyer([line])
    const before = await ordered(earlier)
    expect(await call(shop.url, '/', {})).toMatchObject({ status: 200 })
    // A session that stands still keeps the memory of the old one: no new one can start until it is let go.
    const letGo = await standStill()
    await killPostgres()
    // Its own processes notice one after the other.
    await vi.waitFor(async () => expect(await readOrder(shop.url, before)).toMatchObject({ status: 503 }), waiting)
    const buyer = createBuyer([line])
    expect(await pressed(buyer)).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable', message: expect.stringContaining('try again') } },
    })
    // A page that is kept is still shown; any other says when to come back.
    expect(await call(shop.url, '/', {})).toMatchObject({ status: 200 })
    const page = await fetch(`${shop.url}/order/${before.id}?key=${before.key}`)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await page.text()).toContain('Please try again')
    // The jobs run into it as well.
    await vi.waitFor(() => expect(shop.output.join('\n')).toContain('job failed'), waiting)
    expect(await call(shop.url, '/healthz', {})).toMatchObject({ status: 200 })

    letGo()
    await vi.waitFor(async () => expect(await readOrder(shop.url, before)).toMatchObject({ status: 200 }), waiting)
    await pays(earlier, before)
    await pays(buyer, await ordered(buyer))
  })
})

const waiting = { timeout: 20_000, interval: 50 }

async function reopen() {
  shop = await scene.open()
}

/** Place Order by somebody whose line may go dead. */
function pressed(buyer: Buyer): Promise<Answer | 'no answer'> {
  return buyer.placeOrder(shop.url).catch(() => 'no answer' as const)
}

/** Place Order, until it is answered with the order. */
async function ordered(buyer: Buyer): Promise<Told> {
  const answer = await buyer.placeOrder(shop.url)
  expect(answer).toMatchObject({ status: 201 })
  const { id, key, total_amount } = answer.body
  told.push({ id, key, total_amount })
  return { id, key, total_amount }
}

function askForPrompt(buyer: Buyer, { id, key, total_amount }: Told): Promise<Answer> {
  const body = { amount: total_amount, phone: buyer.phone, reference: id }
  return call(shop.url, '/api/functions/mpesa-stk-push', { body, headers: { 'order-key': key } })
}

/** The phone has been asked for its PIN exactly once. */
async function rings(buyer: Buyer) {
  await vi.waitFor(() => expect(scene.mpesa.prompts(buyer.phone)).toHaveLength(1), waiting)
  return scene.mpesa.prompts(buyer.phone)
}

async function entersPin(buyer: Buyer) {
  const [prompt] = await rings(buyer)
  await scene.mpesa.answer(prompt!.checkoutRequestId, { pin: '1234' })
}

/** One prompt, one payment, one receipt; and one only. */
async function pays(buyer: Buyer, order: Told) {
  await entersPin(buyer)
  const paid = await orderBecomes(shop.url, order, 'waiting_shipment')
  expect(paid.mpesa_receipt_number).toBe(receiptOf(buyer))
  expect(scene.mpesa.prompts(buyer.phone)).toHaveLength(1)
  expect(scene.mpesa.book().payments.filter(({ phone }) => phone === buyer.phone)).toHaveLength(1)
}

async function paidOnceAfterRestart(buyer: Buyer, order: Told) {
  await reopen()
  await callbacksComeDue()
  const paid = await orderBecomes(shop.url, order, 'waiting_shipment')
  await vi.waitFor(async () => expect(await storedCallbacks(buyer)).toEqual([{ processed: true }]), waiting)
  expect(paid.mpesa_receipt_number).toBe(receiptOf(buyer))
  const events = await scene.sql(`select to_status from order_events where order_id = $1 order by id`, [order.id])
  expect(events.map(({ to_status }) => to_status)).toEqual(['pending', 'awaiting_payment', 'waiting_shipment'])
}

function receiptOf(buyer: Buyer) {
  return scene.mpesa.book().payments.find(({ phone }) => phone === buyer.phone)?.receipt
}

/** The prompt has gone out and the shop stands before storing M-Pesa's reply. */
async function frozenReply(buyer: Buyer): Promise<{ press: Promise<Answer | 'no answer'>; place: Freeze }> {
  const place = await freeze(scene, {
    table: 'payment_attempts',
    event: 'update',
    when: `old.checkout_request_id is null and new.checkout_request_id is not null and old.state = 'created' and new.state = 'accepted' and new.phone = '${buyer.phone}'`,
  })
  const press = pressed(buyer)
  await place.reached()
  return { press, place }
}

/** The shop's clock for this order's prompt runs out now. */
async function comesDue(orderId: string) {
  await scene.sql(`update payment_attempts set next_check_at = now() where order_id = $1 and settled_at is null`, [orderId])
}

/** A prompt whose reply was lost keeps the buyer waiting for three minutes. */
async function threeMinutesPass(orderId: string) {
  await scene.sql(`update payment_attempts set created_at = created_at - interval '3 minutes' where order_id = $1`, [orderId])
}

/** A job has looked at the order's prompt since it came due. */
async function asked(orderId: string) {
  await vi.waitFor(
    async () => expect(await scene.sql(`select from payment_attempts where order_id = $1 and next_check_at <= now()`, [orderId])).toEqual([]),
    waiting,
  )
}

/** Stored callbacks are left alone for five seconds, because somebody may be at them. */
async function callbacksComeDue() {
  await scene.sql('update callbacks set next_try_at = now() where processed_at is null')
}

function orderStands(orderId: string, status: string, attempt = 'accepted') {
  return vi.waitFor(async () => {
    const rows = await scene.sql(`select o.status, a.state as attempt from orders o join payment_attempts a on a.order_id = o.id where o.id = $1`, [
      orderId,
    ])
    expect(rows).toEqual([{ status, attempt }])
  }, waiting)
}

function ordersOf(buyer: Buyer) {
  return scene.sql<OrderRow>(
    `select o.id, o.status, a.state as attempt, a.prompted_at is not null as prompted, a.review_reason as review
     from orders o join payment_attempts a on a.order_id = o.id where o.customer_phone = $1`,
    [buyer.phone],
  )
}

/** The only order of this person. */
async function orderOf(buyer: Buyer) {
  const orders = await ordersOf(buyer)
  expect(orders).toHaveLength(1)
  return orders[0] as OrderRow
}

interface OrderRow extends Record<string, unknown> {
  id: string
  status: string
  attempt: string
  /** Whether the prompt was on its way to M-Pesa. */
  prompted: boolean
  /** Why a person should look at it. */
  review: string | null
}

function storedCallbacks(buyer: Buyer) {
  return scene.sql(
    `select c.processed_at is not null as processed from callbacks c join payment_attempts a on a.id = c.attempt_id where a.phone = $1`,
    [buyer.phone],
  )
}
