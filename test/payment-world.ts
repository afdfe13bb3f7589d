import type { Mpesa, PromptAnswer } from '@viatu/daraja'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { anonymous, type Context, theShop } from '#core/context.ts'
import { allInvariants } from '#db/invariants.ts'
import { toShillings } from '#domain/money.ts'
import { isProblem } from '#domain/problem.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { discardOrder, expireOrders } from '#features/orders/discard-order.ts'
import { checkPayments } from '#features/orders/payments/check-payments.ts'
import { askMpesa } from '#features/orders/payments/payment-operations.ts'
import { recordPayment } from '#features/orders/payments/record-payment.ts'
import { mpesaProvider } from '#services/payments/mpesa/mpesa-provider.ts'
import { admin, callBack, contextOn, newPhone, orderOf, type Pair, putOnShelf } from './checkout.ts'
import type { TestDatabase } from './database.ts'
import {
  busyPrompt,
  deathNote,
  died,
  failedBody,
  lostPrompt,
  newCheckoutRequestId,
  newReceipt,
  noAnswer,
  paidBody,
  refusedPrompt,
} from './scripted-mpesa.ts'
import { changeOption, putZone } from './zones.ts'

/** M-Pesa's answer to a prompt. `silent`: no answer, and the prompt never reached the phone; `died`: our process died while sending it. */
export type Taking = 'accepted' | 'refused' | 'busy' | 'lost' | 'silent' | 'died'
/** The content of a callback: the truth, or one of the defects observed at M-Pesa. */
export type Telling = 'truth' | 'truth, five times' | 'wrong amount' | 'no amount' | 'no receipt' | 'failed' | 'nonsense' | 'unknown code'
export type Answering = 'truth' | 'nothing' | 'failed' | 'unknown code'

export type Step =
  | { do: 'place'; pairs: [number, number]; taking: Taking; by: number }
  /** The owner changes a delivery option, in another process: this one is not told. */
  | { do: 'change option'; option: number; fee: number; isOn: boolean }
  | { do: 'retry'; order: number; taking: Taking; sameNumber: boolean }
  /** "Wrong number? Change it": to a number of its own, or back to one that a prompt of the order went to. */
  | { do: 'change number'; order: number; taking: Taking; to: 'a new one' | 'an old one' }
  | { do: 'pay'; prompt: number }
  | { do: 'fail'; prompt: number; code: string }
  | { do: 'tell'; prompt: number; telling: Telling }
  | { do: 'check'; answering: Answering }
  | { do: 'ask'; order: number; answering: Answering }
  | { do: 'wait'; seconds: number }
  | { do: 'status'; order: number; to: 'cancelled' | 'confirmed' | 'shipped' | 'delivered'; restock: boolean }
  | { do: 'discard'; order: number }
  | { do: 'record'; order: number; receipt: 'of a prompt' | 'of its own' }
  | { do: 'both'; steps: [Step, Step] }

/** M-Pesa's own record of a prompt, independent of the shop. */
interface BookedPrompt {
  attemptId: string
  checkoutRequestId: string
  amount: number
  state: 'open' | 'paid' | 'failed'
  code: string
  receipt: string
}

/** A shop with five pairs, a scripted M-Pesa and a clock. The invariants are checked after every step. */
export async function openWorld(database: TestDatabase, auditor: Auditor) {
  const book: BookedPrompt[] = []
  const recorded: { receipt: string; amount: number }[] = []
  const orders: string[] = []
  const takings: Taking[] = []
  let answering: Answering = 'truth'
  let clock = 0

  const mpesa: Mpesa = {
    async requestPrompt({ callbackUrl, amount }): Promise<PromptAnswer> {
      const taking = takings.pop() ?? 'accepted'
      if (taking === 'refused') return refusedPrompt
      if (taking === 'busy') return busyPrompt
      if (taking === 'silent') return lostPrompt
      const checkoutRequestId = newCheckoutRequestId()
      book.push({ attemptId: callbackUrl.split('/').at(-2) as string, checkoutRequestId, amount, state: 'open', code: '4999', receipt: newReceipt() })
      if (taking === 'died') died()
      return taking === 'lost' ? lostPrompt : { outcome: 'accepted', checkoutRequestId, merchantRequestId: 'm' }
    },
    async queryPrompt(checkoutRequestId) {
      const prompt = book.find((each) => each.checkoutRequestId === checkoutRequestId)
      if (!prompt || answering === 'nothing') return noAnswer
      const code = { truth: prompt.code, failed: prompt.state === 'open' ? '4999' : '1037', 'unknown code': '777' }[answering]
      return { outcome: 'answered', resultCode: code, resultDesc: `result ${code}` }
    },
    listPaid: async () => null,
    payouts: null,
  }
  const shelf: Pair = await putOnShelf(database, { name: 'Mbio Wingu', price: 2999, discount: 15, sizes: { '40': 2, '41': 3 } })
  const optionIds = await putZone(database, 'World', ['kisumu'], [{ fee: 250, free_from: 5_000 }, { fee: 400 }])
  /** What each order was promised when it was placed. */
  const frozen = new Map<string, unknown>()
  const ctx = (): Context => {
    const base = contextOn(database, { now: sql`now() + make_interval(secs => ${clock})`, actor: { ...theShop, userId: admin.userId } })
    return { ...base, services: { ...base.services, payments: mpesaProvider(mpesa) } }
  }
  /** Without rate limits, which have tests of their own. */
  const buyer = (): Context => ({ ...ctx(), actor: theShop })
  const pick = <Item>(items: Item[], at: number): Item | undefined => (items.length > 0 ? items[at % items.length] : undefined)
  const tell = (prompt: BookedPrompt, telling: Telling) => callBack(ctx(), { id: prompt.attemptId }, bodyOf(prompt, telling))

  async function perform(step: Step): Promise<unknown> {
    switch (step.do) {
      case 'place': {
        takings.push(step.taking)
        const [small, large] = step.pairs
        const items = [['40', small] as const, ['41', large] as const]
          .filter(([, quantity]) => quantity > 0)
          .map(([size, quantity]) => [shelf, size, quantity])
        // By one of the options, by the cheapest, or to a place elsewhere, where delivery is free.
        const to = step.by === 3 ? {} : { delivery_address: 'Oginga Odinga Street, Kisumu', delivery_option_id: optionIds[step.by] }
        const sent = orderOf(items as [Pair, string, number][], to)
        // A guest: an order that belongs to no profile.
        const guest = { ...ctx(), actor: anonymous }
        return placeOrder(guest, sent).finally(async () => {
          const { rows } = await database.db.execute<{ order_id: string }>(
            sql`select order_id from idempotency_keys where key = ${sent.idempotencyKey}`,
          )
          if (!rows[0]) return
          orders.push(rows[0].order_id)
          frozen.set(rows[0].order_id, await promiseOf(database, rows[0].order_id))
        })
      }
      case 'change option':
        return changeOption(database, optionIds[step.option % optionIds.length] as string, sql`fee = ${step.fee}, is_on = ${step.isOn}`)
      case 'retry': {
        const order = pick(orders, step.order)
        if (!order) return
        takings.push(step.taking)
        return requestPayment(buyer(), order, step.sameNumber ? {} : { phone: newPhone() })
      }
      case 'change number': {
        const order = pick(orders, step.order)
        if (!order) return
        takings.push(step.taking)
        const { rows } = await database.db.execute<{ phone: string }>(
          sql`select phone from payment_attempts where order_id = ${order} order by created_at limit 1`,
        )
        const phone = step.to === 'an old one' ? (rows[0]?.phone ?? newPhone()) : newPhone()
        return requestPayment(buyer(), order, { phone, wrong_number: true })
      }
      case 'pay': {
        const prompt = pick(book, step.prompt)
        if (prompt?.state === 'open') Object.assign(prompt, { state: 'paid', code: '0' })
        return
      }
      case 'fail': {
        const prompt = pick(book, step.prompt)
        if (prompt?.state === 'open') Object.assign(prompt, { state: 'failed', code: step.code })
        return
      }
      case 'tell': {
        const prompt = pick(book, step.prompt)
        if (!prompt) return
        if (step.telling !== 'truth, five times') return tell(prompt, step.telling)
        return Promise.all([1, 2, 3, 4, 5].map(() => tell(prompt, 'truth')))
      }
      case 'check':
        answering = step.answering
        return checkPayments(ctx())
      case 'ask': {
        answering = step.answering
        const order = pick(orders, step.order)
        return order && askMpesa(ctx(), order)
      }
      case 'wait':
        clock += step.seconds
        return step.seconds > 60 ? jobs() : undefined
      case 'status': {
        const order = pick(orders, step.order)
        return order && changeStatus(ctx(), order, { status: step.to, reason: 'A history', restock: step.restock })
      }
      case 'discard': {
        const order = pick(orders, step.order)
        return order && discardOrder(ctx(), order)
      }
      case 'record': {
        const order = pick(orders, step.order)
        if (!order) return
        const told = step.receipt === 'of a prompt' ? book.find(({ state }) => state === 'paid')?.receipt : undefined
        const receipt = told ?? newReceipt()
        const view = await recordPayment(ctx(), order, { receipt })
        recorded.push({ receipt, amount: view.total_amount * 100 })
        return
      }
      case 'both':
        return Promise.all(step.steps.map((each) => tolerate(perform(each))))
    }
  }

  /** The jobs of every process. */
  async function jobs() {
    await expireOrders(ctx())
    await checkPayments(ctx())
  }

  return {
    /** Applies one step and checks the invariants. */
    async take(step: Step) {
      takings.length = 0
      await tolerate(perform(step))
      await this.check(JSON.stringify(step))
    },
    async check(after: string) {
      expect(await auditor.broken(clock), `broken after ${after}`).toEqual([])
    },
    /** M-Pesa reports all true outcomes, the jobs run, and both books are compared. */
    async close() {
      for (const prompt of book) if (prompt.state !== 'open') await tell(prompt, 'truth')
      clock += 31 * 60
      answering = 'truth'
      await jobs()
      await this.check('the end')
      await compareBooks(database, book, recorded)
      for (const [order, promise] of frozen) expect(await promiseOf(database, order)).toEqual(promise)
    },
  }
}

function bodyOf(prompt: BookedPrompt, telling: Telling): string {
  if (telling === 'nonsense') return '<html>busy</html>'
  if (telling === 'unknown code' || prompt.state === 'open') return failedBody(prompt.checkoutRequestId, 777, 'who knows')
  if (prompt.state === 'failed') return failedBody(prompt.checkoutRequestId, prompt.code, 'as it was')
  if (telling === 'failed') return failedBody(prompt.checkoutRequestId, 1037, 'DS timeout')
  const amount = { 'wrong amount': 100, 'no amount': undefined }[telling as string] ?? (telling === 'no amount' ? undefined : prompt.amount)
  return paidBody({ checkoutRequestId: prompt.checkoutRequestId, amount, receipt: telling === 'no receipt' ? undefined : prompt.receipt })
}

/** Ignores refusals (Problem) and simulated deaths; rethrows everything else. */
async function tolerate(work: Promise<unknown>) {
  try {
    await work
  } catch (error) {
    if (!isProblem(error) && !(error instanceof Error && error.message === deathNote)) throw error
    if (isProblem(error) && ['internal', 'unavailable'].includes(error.code)) throw error
  }
}

async function promiseOf(database: TestDatabase, order: string): Promise<Record<string, unknown>> {
  const { rows } = await database.db.execute(sql`
    select id, total_amount, delivery_kind, delivery_option, delivery_zone, delivery_place, delivery_fee, promised_from, promised_to from orders where id = ${order}`)
  return rows[0] as Record<string, unknown>
}

/** Every payment in M-Pesa's book is a paid attempt of ours or under review, and we have no payment that M-Pesa has not. */
async function compareBooks(database: TestDatabase, book: BookedPrompt[], recorded: { receipt: string; amount: number }[]) {
  const { rows } = await database.db.execute<{
    id: string
    source: string
    state: string
    receipt: string | null
    amount: string
    reviewed: boolean
  }>(sql`select id, source, state, receipt, amount, needs_review_at is not null as reviewed from payment_attempts`)
  const ours = new Map(rows.map((row) => [row.id, row]))
  const paid = book.filter(({ state }) => state === 'paid')
  for (const prompt of paid) {
    const attempt = ours.get(prompt.attemptId)
    const isOurs = attempt?.state === 'paid' && attempt.receipt === prompt.receipt
    const isInReview = attempt?.reviewed && recorded.some(({ receipt }) => receipt === prompt.receipt)
    expect(isOurs || isInReview, `KSh ${toShillings(prompt.amount)} of ${prompt.receipt} (${attempt?.state}) is lost`).toBe(true)
  }
  const moved = new Set([...paid.map(({ attemptId }) => attemptId), ...recorded.map(({ receipt }) => receipt)])
  const made = rows.filter(({ source, state, id, receipt }) => state === 'paid' && !moved.has(source === 'prompt' ? id : (receipt ?? '')))
  expect(made, 'money that M-Pesa never moved').toEqual([])
  const byHand = new Set(recorded.map(({ receipt }) => receipt))
  const twice = paid.filter(
    ({ attemptId, receipt }) => byHand.has(receipt) && ours.get(attemptId)?.state === 'paid' && !ours.get(attemptId)?.reviewed,
  )
  expect(twice, 'money that moved once and counts twice').toEqual([])
}

/** Checks the invariants as the owner, on its own connection. */
export function useAuditor(database: TestDatabase): Auditor {
  let client: pg.Client
  let emptied = 0
  beforeAll(async () => {
    client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
  })
  afterAll(() => client.end())
  // A named statement is planned once.
  const text = allInvariants.replaceAll('now()', '(now() + make_interval(secs => $1))')
  return {
    broken: async (clock) => (await client.query({ name: 'invariants', text, values: [clock] })).rows,
    empty: async () => {
      const tables = [
        'refunds',
        'callbacks',
        'idempotency_keys',
        'order_events',
        'stock_movements',
        'payment_attempts',
        'order_items',
        'orders',
        // Their trigger does not see a truncation.
        'customers',
        'products',
        // Last: what goes is taken off the sums, but for prompts, which a shop never deletes.
        'daily_stats',
      ]
      // Deleting a handful of rows is far quicker than truncating, until too many dead ones lie about.
      await client.query(++emptied % 200 === 0 ? `truncate ${tables.join(', ')} cascade` : tables.map((table) => `delete from ${table}`).join('; '))
    },
  }
}

export interface Auditor {
  /** Broken invariants, with the clock so many seconds ahead. */
  broken(clock: number): Promise<{ name: string; key: string }[]>
  /** Empties the tables, so that the next history begins with a new shop. */
  empty(): Promise<void>
}
