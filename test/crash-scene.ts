import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { type Answer, type Buyer, call, orderBecomes, pair, readOrder, setStock } from './buyer.ts'
import { type Freeze, freeze } from './freeze.ts'
import { expectCleanBooks, openScene, postmaster, type Scene } from './scene.ts'
import type { ShopProcess } from './shop-process.ts'

/** What tests share that kill the shop with kill -9 and open it again on the same directory: a scene, the shop that runs now, and how a buyer meets it. */
export let scene: Scene
export let shop: ShopProcess
export interface Told {
  id: string
  key: string
  total_amount: number
}
/** What buyers were told they have. */
const told: Told[] = []
export const line = pair(0)
export const stock = 100_000

/** A scene with an open shop for the tests of a file. After each test the books are balanced and equal M-Pesa's, and every order that a buyer was told of is there. */
export function useCrashScene() {
  // Real processes, and a machine that others use as well.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
  beforeAll(async () => {
    told.splice(0)
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
}

export async function killPostgres() {
  const { pid } = await postmaster(scene.home)
  expect(pid, "the pid of this directory's own PostgreSQL").toBeGreaterThan(1)
  process.kill(pid, 'SIGKILL')
}

export const waiting = { timeout: 20_000, interval: 50 }

export async function reopen() {
  shop = await scene.open()
}

/** Place Order by somebody whose line may go dead. */
export function pressed(buyer: Buyer): Promise<Answer | 'no answer'> {
  return buyer.placeOrder(shop.url).catch(() => 'no answer' as const)
}

/** Place Order, until it is answered with the order. */
export async function ordered(buyer: Buyer): Promise<Told> {
  const answer = await buyer.placeOrder(shop.url)
  expect(answer).toMatchObject({ status: 201 })
  const { id, key, total_amount } = answer.body
  told.push({ id, key, total_amount })
  return { id, key, total_amount }
}

export function askForPrompt(buyer: Buyer, { id, key, total_amount }: Told): Promise<Answer> {
  const body = { amount: total_amount, phone: buyer.phone, reference: id }
  return call(shop.url, '/api/functions/mpesa-stk-push', { body, headers: { 'order-key': key } })
}

/** The phone has been asked for its PIN exactly once. */
export async function rings(buyer: Buyer) {
  await vi.waitFor(() => expect(scene.mpesa.prompts(buyer.phone)).toHaveLength(1), waiting)
  return scene.mpesa.prompts(buyer.phone)
}

export async function entersPin(buyer: Buyer) {
  const [prompt] = await rings(buyer)
  await scene.mpesa.answer(prompt!.checkoutRequestId, { pin: '1234' })
}

/** One prompt, one payment, one receipt; and one only. */
export async function pays(buyer: Buyer, order: Told) {
  await entersPin(buyer)
  const paid = await orderBecomes(shop.url, order, 'waiting_shipment')
  expect(paid.mpesa_receipt_number).toBe(receiptOf(buyer))
  expect(scene.mpesa.prompts(buyer.phone)).toHaveLength(1)
  expect(scene.mpesa.book().payments.filter(({ phone }) => phone === buyer.phone)).toHaveLength(1)
}

export async function paidOnceAfterRestart(buyer: Buyer, order: Told) {
  await reopen()
  await callbacksComeDue()
  const paid = await orderBecomes(shop.url, order, 'waiting_shipment')
  await vi.waitFor(async () => expect(await storedCallbacks(buyer)).toEqual([{ processed: true }]), waiting)
  expect(paid.mpesa_receipt_number).toBe(receiptOf(buyer))
  const events = await scene.sql(`select to_status from order_events where order_id = $1 order by id`, [order.id])
  expect(events.map(({ to_status }) => to_status)).toEqual(['pending', 'awaiting_payment', 'waiting_shipment'])
}

export function receiptOf(buyer: Buyer) {
  return scene.mpesa.book().payments.find(({ phone }) => phone === buyer.phone)?.receipt
}

/** The prompt has gone out and the shop stands before storing M-Pesa's reply. */
export async function frozenReply(buyer: Buyer): Promise<{ press: Promise<Answer | 'no answer'>; place: Freeze }> {
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
export async function comesDue(orderId: string) {
  await scene.sql(`update payment_attempts set next_check_at = now() where order_id = $1 and settled_at is null`, [orderId])
}

/** A prompt whose reply was lost keeps the buyer waiting for three minutes. */
export async function threeMinutesPass(orderId: string) {
  await scene.sql(`update payment_attempts set created_at = created_at - interval '3 minutes' where order_id = $1`, [orderId])
}

/** A job has looked at the order's prompt since it came due. */
export async function asked(orderId: string) {
  await vi.waitFor(
    async () => expect(await scene.sql(`select from payment_attempts where order_id = $1 and next_check_at <= now()`, [orderId])).toEqual([]),
    waiting,
  )
}

/** Stored callbacks are left alone for five seconds, because somebody may be at them. */
export async function callbacksComeDue() {
  await scene.sql('update callbacks set next_try_at = now() where processed_at is null')
}

export function orderStands(orderId: string, status: string, attempt = 'accepted') {
  return vi.waitFor(async () => {
    const rows = await scene.sql(`select o.status, a.state as attempt from orders o join payment_attempts a on a.order_id = o.id where o.id = $1`, [
      orderId,
    ])
    expect(rows).toEqual([{ status, attempt }])
  }, waiting)
}

export function ordersOf(buyer: Buyer) {
  return scene.sql<OrderRow>(
    `select o.id, o.status, a.state as attempt, a.prompted_at is not null as prompted, a.review_reason as review
     from orders o join payment_attempts a on a.order_id = o.id where o.customer_phone = $1`,
    [buyer.phone],
  )
}

/** The only order of this person. */
export async function orderOf(buyer: Buyer) {
  const orders = await ordersOf(buyer)
  expect(orders).toHaveLength(1)
  return orders[0] as OrderRow
}

export interface OrderRow extends Record<string, unknown> {
  id: string
  status: string
  attempt: string
  /** Whether the prompt was on its way to M-Pesa. */
  prompted: boolean
  /** Why a person should look at it. */
  review: string | null
}

export function storedCallbacks(buyer: Buyer) {
  return scene.sql(
    `select c.processed_at is not null as processed from callbacks c join payment_attempts a on a.id = c.attempt_id where a.phone = $1`,
    [buyer.phone],
  )
}

/** One of the demo's people, as an API client. */
export async function signedIn(role: 'Admin' | 'Affiliate') {
  const [, email, password] = new RegExp(`^ +${role} +(\\S+), password (\\S+)`, 'm').exec(shop.output.join('\n')) ?? []
  const { body } = await call(shop.url, '/api/auth/sign-in', { body: { email, password } })
  const headers = { authorization: `Bearer ${body.session.access_token}` }
  return {
    session: body.session,
    /** Rejects when the shop dies. */
    asks: async (method: string, path: string, sent: unknown) => {
      const answer = await call(shop.url, path, { method, body: sent, headers })
      expect(answer, path).toMatchObject({ status: 200 })
      return answer.body
    },
  }
}
