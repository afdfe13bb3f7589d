import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { isProblem } from '#domain/problem.ts'
import { changeCommission } from '#features/affiliates/change-commission.ts'
import { createCommission } from '#features/affiliates/create-commission.ts'
import { type Context, theShop } from '#features/context.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { expireOrders } from '#features/orders/expire-orders.ts'
import { recordPayment } from '#features/orders/record-payment.ts'
import { checkLedger } from '#features/wallet/check-ledger.ts'
import { completePayout } from '#features/wallet/complete-payout.ts'
import { receivePayoutCallback } from '#features/wallet/receive-payout-callback.ts'
import { rejectPayout } from '#features/wallet/reject-payout.ts'
import { requestPayout } from '#features/wallet/request-payout.ts'
import { affiliate, boss } from './affiliates.ts'
import { type AttemptFacts, as, contextOn, type Pair, placed, putOnShelf, rowsOf, secrets, tellPaid } from './checkout.ts'
import type { TestDatabase } from './database.ts'
import type { Person } from './people.ts'
import { failedPayoutBody, newReceipt, paidPayoutBody } from './scripted-mpesa.ts'

/** What may happen; numbers pick among what is there. Money in KSh. */
export type AffiliateStep =
  | { do: 'place'; who: number; pairs: number }
  | { do: 'pay' | 'cancel' | 'expire' | 'record' | 'approve' | 'reject' | 'call back'; order: number }
  | { do: 'request'; who: number; share: number }
  | { do: 'complete' | 'send' | 'refuse'; payout: number }
  | { do: 'tell'; payout: number; outcome: 'paid' | 'failed' | 'late' | 'paid twice' }
  | { do: 'twice'; step: AffiliateStep }

/** The book of somebody who has never seen the shop's code: what each order, commission and payout should be by the rules of the decisions. */
interface ModelOrder {
  id: string
  commissionId: string
  attempt: AttemptFacts
  ctx: Context
  who: number
  cents: number
  isPaid: boolean
  /** Money of the prompt came already: M-Pesa would tell it a second time. */
  hasMoved: boolean
  state: 'waiting' | 'good' | 'expired' | 'cancelled'
  commission: 'pending' | 'approved' | 'rejected' | 'paid'
  byPerson: boolean
  isTakenBack: boolean
  paidOut: number
}
interface ModelPayout {
  id: string
  who: number
  cents: number
  status: 'pending' | 'processing' | 'completed' | 'rejected' | 'failed'
  receipt: string
}

export async function openAffiliateWorld(database: TestDatabase) {
  const people: (Person & { code: string })[] = [await affiliate(database), await affiliate(database)]
  const admin = as(contextOn(database), await boss(database))
  const shelf: Pair = await putOnShelf(database, { price: 1290, sizes: { '40': 100_000 } })
  const orders: ModelOrder[] = []
  const payouts: ModelPayout[] = []
  const pick = <Item>(items: Item[], at: number): Item | undefined => (items.length > 0 ? items[at % items.length] : undefined)

  const available = (who: number) => {
    const live = orders.filter((order) => order.who === who && (order.commission === 'approved' || order.commission === 'paid'))
    const gone = payouts.filter((payout) => payout.who === who && ['pending', 'processing', 'completed'].includes(payout.status))
    return live.reduce((sum, { cents, isTakenBack }) => sum + (isTakenBack ? 0 : cents), 0) - gone.reduce((sum, { cents }) => sum + cents, 0)
  }
  /** The order earns nothing any more. */
  const fall = (order: ModelOrder) => {
    if (order.commission === 'pending') Object.assign(order, { commission: 'rejected', byPerson: false })
    else if (order.commission === 'approved' && order.paidOut === 0 && available(order.who) >= order.cents)
      Object.assign(order, { commission: 'rejected', byPerson: false })
    else if (order.commission !== 'rejected') order.isTakenBack = true
  }
  /** The order is good, whatever it was before. */
  const rise = (order: ModelOrder) => {
    order.isPaid = true
    order.state = 'good'
    order.isTakenBack = false
    if (order.commission === 'rejected' && !order.byPerson) order.commission = 'pending'
  }
  const settle = (payout: ModelPayout) => {
    payout.status = 'completed'
    let left = payout.cents
    const unpaid = orders.filter((order) => order.who === payout.who && order.commission === 'approved')
    for (const order of [...unpaid.filter(({ isTakenBack }) => !isTakenBack), ...unpaid.filter(({ isTakenBack }) => isTakenBack)]) {
      const part = Math.min(left, order.cents - order.paidOut)
      order.paidOut += part
      left -= part
      if (order.paidOut === order.cents) order.commission = 'paid'
    }
  }

  /** Does a step to the shop and to the model. */
  async function perform(step: AffiliateStep): Promise<unknown> {
    switch (step.do) {
      case 'place': {
        const who = people[step.who % people.length] as Person & { code: string }
        const made = await placed(contextOn(database), [[shelf, '40', step.pairs]], { affiliate_code: who.code })
        const [commission] = await rowsOf<{ id: string }>(database, sql`select id from affiliate_commissions where order_id = ${made.id}`)
        orders.push({
          id: made.id,
          commissionId: commission?.id as string,
          attempt: made.attempt,
          ctx: made.ctx,
          who: step.who % people.length,
          cents: step.pairs * 1290 * 10,
          isPaid: false,
          hasMoved: false,
          state: 'waiting',
          commission: 'pending',
          byPerson: false,
          isTakenBack: false,
          paidOut: 0,
        })
        return
      }
      case 'pay': {
        const order = pick(orders, step.order)
        if (!order || order.hasMoved) return
        // Late money revives an order that expired; for a cancelled one, and for one that was paid by hand, it goes back.
        order.hasMoved = true
        if (order.state === 'waiting' || order.state === 'expired') rise(order)
        return tellPaid(order.ctx, order.attempt)
      }
      case 'cancel': {
        const order = pick(orders, step.order)
        if (!order) return
        if (order.state !== 'cancelled') {
          order.state = 'cancelled'
          fall(order)
        }
        return changeStatus(admin, order.id, { status: 'cancelled', reason: 'A history' })
      }
      case 'expire': {
        const order = pick(orders, step.order)
        if (order?.state !== 'waiting') return
        order.state = 'expired'
        fall(order)
        await database.db.execute(sql`update orders set hold_expires_at = now() where id = ${order.id}`)
        return expireOrders(as(contextOn(database), theShop))
      }
      case 'record': {
        const order = pick(orders, step.order)
        if (!order) return
        if (order.state !== 'good') rise(order)
        return recordPayment(admin, order.id, { receipt: newReceipt() })
      }
      case 'approve':
      case 'reject': {
        const order = pick(orders, step.order)
        if (!order) return
        if (order.commission === 'pending' && step.do === 'reject') Object.assign(order, { commission: 'rejected', byPerson: true })
        if (order.commission === 'pending' && step.do === 'approve' && order.isPaid && order.state === 'good') order.commission = 'approved'
        return changeCommission(admin, order.commissionId, { status: step.do === 'approve' ? 'approved' : 'rejected' })
      }
      case 'call back': {
        const order = pick(orders, step.order)
        if (!order) return
        if (order.commission === 'rejected' && (order.state === 'good' || order.state === 'waiting'))
          Object.assign(order, { commission: 'pending', byPerson: false })
        return createCommission(admin, { order_id: order.id })
      }
      case 'request': {
        const who = step.who % people.length
        // A little more than there is, now and then.
        const shillings = Math.max(1, Math.floor((available(who) / 100) * step.share))
        const isGranted =
          !payouts.some((each) => each.who === who && ['pending', 'processing'].includes(each.status)) &&
          shillings >= 10 &&
          shillings * 100 <= available(who)
        const sent = { amount: shillings, mpesa_phone_number: '0712345678', mpesa_full_name: 'Achieng Otieno' }
        const payout = await requestPayout(as(contextOn(database), people[who] as Person), sent)
        expect(isGranted, 'a payout that the model would have refused').toBe(true)
        payouts.push({ id: payout.id, who, cents: shillings * 100, status: 'pending', receipt: newReceipt() })
        // Days pass between requests.
        await database.db.execute(sql`update affiliate_payouts set requested_at = requested_at - interval '2 days' where id = ${payout.id}`)
        return
      }
      case 'complete': {
        const payout = pick(payouts, step.payout)
        if (!payout) return
        if (payout.status === 'pending') settle(payout)
        return completePayout(admin, payout.id, { receipt: payout.receipt })
      }
      case 'send': {
        const payout = pick(payouts, step.payout)
        if (!payout) return
        if (payout.status === 'pending') payout.status = 'processing'
        return completePayout(admin, payout.id, {})
      }
      case 'refuse': {
        const payout = pick(payouts, step.payout)
        if (!payout) return
        if (payout.status === 'pending') payout.status = 'rejected'
        return rejectPayout(admin, payout.id, { reason: 'A history' })
      }
      case 'tell': {
        const payout = pick(payouts, step.payout)
        if (!payout || payout.status === 'pending' || payout.status === 'rejected') return
        const wasSent = await rowsOf(database, sql`select from affiliate_payouts where id = ${payout.id} and sent_at is not null`)
        // M-Pesa tells nothing about what it never had.
        if (wasSent.length === 0) return
        if (step.outcome === 'failed' && payout.status === 'processing') payout.status = 'failed'
        else if (step.outcome.startsWith('paid')) {
          const mayStill = payout.status === 'processing' || (payout.status === 'failed' && available(payout.who) >= payout.cents)
          if (mayStill) settle(payout)
        }
        const paid = paidPayoutBody({ payoutId: payout.id, amount: payout.cents, receipt: payout.receipt })
        const body = step.outcome === 'failed' ? failedPayoutBody(payout.id, 17) : paid
        const kind = step.outcome === 'late' ? 'late' : 'result'
        const tell = () => receivePayoutCallback(contextOn(database), payout.id, secrets.payoutSecret(payout.id), kind, body)
        return step.outcome === 'paid twice' ? Promise.all([tell(), tell()]) : tell()
      }
      case 'twice':
        await tolerate(perform(step.step))
        return perform(step.step)
    }
  }

  return {
    /** One step, and then the ledger and the model's own book against the shop's. */
    async take(step: AffiliateStep) {
      await tolerate(perform(step))
      const after = `after ${JSON.stringify(step)}`
      expect((await checkLedger(as(contextOn(database), theShop))).broken, after).toEqual([])
      const wallets = await rowsOf<{ available: string }>(
        database,
        sql`select available from wallets where affiliate_id in (${people[0]?.userId}, ${people[1]?.userId}) order by affiliate_id = ${people[1]?.userId}`,
      )
      expect(
        wallets.map((wallet) => Math.round(Number(wallet.available) * 100)),
        after,
      ).toEqual(people.map((_, who) => available(who)))
      const commissions = await rowsOf<{ order_id: string; status: string }>(
        database,
        sql`select order_id, status from affiliate_commissions where affiliate_id in (${people[0]?.userId}, ${people[1]?.userId})`,
      )
      expect(new Map(commissions.map(({ order_id, status }) => [order_id, status])), after).toEqual(
        new Map(orders.map(({ id, commission }) => [id, commission])),
      )
    },
    /** M-Pesa tells the truth about what it has, and what still waits for money expires: nothing is left that a job would have to look after. */
    async close() {
      for (const [payout, { status }] of payouts.entries()) if (status === 'processing') await this.take({ do: 'tell', payout, outcome: 'paid' })
      for (const [order, { state }] of orders.entries()) if (state === 'waiting') await this.take({ do: 'expire', order })
    },
    orders,
    payouts,
  }
}

/** Refusals are answers; everything else is a fault. */
async function tolerate(work: Promise<unknown>) {
  try {
    await work
  } catch (error) {
    if (!isProblem(error) || ['internal', 'unavailable', 'too_many', 'bad_input', 'forbidden'].includes(error.code)) throw error
  }
}
