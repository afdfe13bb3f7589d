import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Context, theShop } from '#core/context.ts'
import { referralOf } from '#core/cookie.ts'
import { isProblem } from '#domain/problem.ts'
import { type CarriedReferral, noReferral } from '#domain/referral.ts'
import { recordClick } from '#features/affiliates/clicks.ts'
import { changeCommission } from '#features/affiliates/commission-operations.ts'
import { ensureCommission } from '#features/affiliates/ensure-commission.ts'
import { nameAffiliate } from '#features/affiliates/name-affiliate.ts'
import { cancelPayout } from '#features/affiliates/wallet/cancel-payout.ts'
import { checkLedger } from '#features/affiliates/wallet/check-ledger.ts'
import { checkPayouts, queryPayout } from '#features/affiliates/wallet/check-payouts.ts'
import { exportBatch, takeBackBatch } from '#features/affiliates/wallet/export-batch.ts'
import { getStatement, type Statement } from '#features/affiliates/wallet/get-statement.ts'
import { receivePayoutCallback } from '#features/affiliates/wallet/payout-callbacks.ts'
import { completePayout, resolveReview } from '#features/affiliates/wallet/payout-operations.ts'
import { rejectPayout } from '#features/affiliates/wallet/reject-payout.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { expireOrders } from '#features/orders/discard-order.ts'
import { recordPayment } from '#features/orders/payments/record-payment.ts'
import { cookieOf } from './accounts.ts'
import { affiliate, boss } from './affiliates.ts'
import { type AttemptFacts, as, contextOn, later, type Pair, placed, putOnShelf, rowsOf, secrets, tellPaid } from './checkout.ts'
import type { TestDatabase } from './database.ts'
import type { Person } from './people.ts'
import { failedPayoutBody, newReceipt, paidPayoutBody, statusBody } from './scripted-mpesa.ts'
import { putZone } from './zones.ts'

/** The random steps; numbers select among existing items, from the newest where they are negative. Money in KSh. */
export type AffiliateStep =
  /** A visitor orders by the link followed last; without a visitor, the order's body names the affiliate. */
  | { do: 'place'; who: number; pairs: number; visitor?: number }
  | { do: 'follow'; who: number; visitor: number }
  /** An admin names the affiliate of the last order without one. */
  | { do: 'name'; who: number }
  | { do: 'pay' | 'cancel' | 'expire' | 'record' | 'approve' | 'reject' | 'call back'; order: number }
  | { do: 'request'; who: number; share: number }
  | { do: PayoutAct; payout: number }
  | { do: 'tell'; payout: number; outcome: PayoutReport }
  | { do: 'twice'; step: AffiliateStep }

/** `paid by hand after cancel`: an admin sends the money, the affiliate cancels, and then the receipt is recorded. `silence`: a day without a result. `insist`: rejects, and again after the last query timed out. `book`: records by hand the receipt that M-Pesa named. */
export type PayoutAct =
  | ('complete' | 'send' | 'refuse' | 'withdraw' | 'paid by hand after cancel' | 'insist' | 'silence')
  | ('look' | 'looked at' | 'book' | 'give out' | 'take back')
/** What M-Pesa reports about a payout, by a result or a status query, at any time and in any status of the payout. */
export type PayoutReport =
  | 'paid'
  | 'paid twice'
  | 'failed'
  | 'late'
  | 'other amount'
  | 'no receipt'
  | 'second receipt'
  | 'nonsense'
  | 'found paid'
  | 'found failed'
  | 'found open'

/** An independent model: what each order, commission and payout should be by the rules of the decisions. */
interface ModelOrder {
  id: string
  commissionId: string
  attempt: AttemptFacts
  ctx: Context
  who: number
  /** Visitor, affiliate and number of the visit that led to it. */
  visit: string | null
  cents: number
  isPaid: boolean
  /** The prompt was paid already, so a further callback is a duplicate. */
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
  /** M-Pesa's receipt, a second one that it reports, and the recorded one. */
  receipt: string
  second: string
  booked: string | null
  wasSent: boolean
  /** It was sent, paid or rejected by an admin. */
  byAdmin: boolean
  isInReview: boolean
  hasUnrecordedPayment: boolean
  unbooked: string[]
  isGivenOut: boolean
}

export async function openAffiliateWorld(database: TestDatabase) {
  const people: (Person & { code: string })[] = [await affiliate(database), await affiliate(database)]
  const admin = as(contextOn(database), await boss(database))
  const shelf: Pair = await putOnShelf(database, { price: 1290, sizes: { '40': 100_000 } })
  await putZone(database, 'World', ['kisumu'], [{ fee: 250 }])
  const orders: ModelOrder[] = []
  /** Orders without an affiliate. */
  const unreferred: ModelOrder[] = []
  const payouts: ModelPayout[] = []
  /** The referral that each visitor carries. */
  const carried: { who: number; visit: number; referral: CarriedReferral }[] = []
  const endedBy = new Map<string, ModelOrder>()
  const endedVisits = (visitor: number, who: number) => [...endedBy.keys()].filter((key) => key.startsWith(`${visitor} ${who} `)).length
  const isVisitOver = (order: ModelOrder) => order.visit !== null && (endedBy.get(order.visit) ?? order) !== order
  const pick = <Item>(items: Item[], at: number): Item | undefined => items.at(at % items.length)

  /** Payouts are selected from the newest, which is the active one. */
  const pickPayout = (at: number) => pick(payouts.toReversed(), at)

  const available = (who: number) => {
    const live = orders.filter((order) => order.who === who && (order.commission === 'approved' || order.commission === 'paid'))
    const gone = payouts.filter((payout) => payout.who === who && ['pending', 'processing', 'completed'].includes(payout.status))
    return live.reduce((sum, { cents, isTakenBack }) => sum + (isTakenBack ? 0 : cents), 0) - gone.reduce((sum, { cents }) => sum + cents, 0)
  }
  /** The order no longer earns a commission. */
  const fall = (order: ModelOrder) => {
    if (order.commission === 'pending') Object.assign(order, { commission: 'rejected', byPerson: false })
    else if (order.commission === 'approved' && order.paidOut === 0 && available(order.who) >= order.cents)
      Object.assign(order, { commission: 'rejected', byPerson: false })
    else if (order.commission !== 'rejected') order.isTakenBack = true
  }
  /** The order earns a commission (again). */
  const rise = (order: ModelOrder) => {
    order.isPaid = true
    order.state = 'good'
    order.isTakenBack = false
    if (order.visit !== null && !endedBy.has(order.visit)) endedBy.set(order.visit, order)
    if (isVisitOver(order)) {
      if (order.commission === 'pending') Object.assign(order, { commission: 'rejected', byPerson: false })
    } else if (order.commission === 'rejected' && !order.byPerson) order.commission = 'pending'
  }
  const settle = (payout: ModelPayout, receipt: string) => {
    Object.assign(payout, { status: 'completed', booked: receipt, unbooked: payout.unbooked.filter((each) => each !== receipt) })
    if (payout.unbooked.length === 0) Object.assign(payout, { isInReview: false, hasUnrecordedPayment: false })
    let left = payout.cents
    const unpaid = orders.filter((order) => order.who === payout.who && order.commission === 'approved')
    for (const order of [...unpaid.filter(({ isTakenBack }) => !isTakenBack), ...unpaid.filter(({ isTakenBack }) => isTakenBack)]) {
      const part = Math.min(left, order.cents - order.paidOut)
      order.paidOut += part
      left -= part
      if (order.paidOut === order.cents) order.commission = 'paid'
    }
  }
  const isDead = ({ status }: ModelPayout) => status === 'failed' || status === 'rejected'
  /** Whether the balance covers a failed payout that was paid after all; a pending request is released for it. */
  const hasRoom = (payout: ModelPayout) => {
    const missing = payout.cents - available(payout.who)
    if (missing <= 0) return true
    const waiting = payouts.find(
      (each) => each.who === payout.who && each.status === 'pending' && each.cents >= missing && !each.hasUnrecordedPayment && !each.isGivenOut,
    )
    if (waiting) Object.assign(waiting, { status: 'rejected', byAdmin: false, isInReview: false })
    return waiting !== undefined
  }
  const toDesk = (payout: ModelPayout, receipt: string | null) => {
    Object.assign(payout, { isInReview: true, hasUnrecordedPayment: true })
    if (receipt !== null && !payout.unbooked.includes(receipt)) payout.unbooked.push(receipt)
  }
  /** M-Pesa reports that it paid. */
  const hearPaid = (payout: ModelPayout, receipt: string | null, cents: number) => {
    if (payout.status === 'completed') {
      if (receipt !== null && receipt !== payout.booked) toDesk(payout, receipt)
    } else if (receipt === null || cents !== payout.cents || (isDead(payout) && !hasRoom(payout))) toDesk(payout, receipt)
    else settle(payout, receipt)
  }
  const owesABook = (who: number, besides?: ModelPayout) => payouts.some((each) => each !== besides && each.who === who && each.hasUnrecordedPayment)
  /** An admin records that it was paid. */
  const writeByHand = (payout: ModelPayout, receipt: string) => {
    const may =
      payout.status === 'pending' ||
      (payout.status === 'processing' && payout.isInReview) ||
      (payout.status === 'rejected' && !payout.byAdmin) ||
      (payout.status !== 'completed' && payout.hasUnrecordedPayment)
    if (!may || owesABook(payout.who, payout) || (payout.unbooked.length > 0 && !payout.unbooked.includes(receipt))) return
    if (!isDead(payout) || hasRoom(payout)) settle(payout, receipt)
    else toDesk(payout, receipt)
  }

  /** Applies a step to the shop and to the model. */
  async function perform(step: AffiliateStep): Promise<unknown> {
    switch (step.do) {
      case 'place': {
        const link = step.visitor === undefined ? undefined : carried[step.visitor]
        const who = link?.who ?? step.who % people.length
        const isOver = link !== undefined && link.visit < endedVisits(step.visitor as number, who)
        const { actor } = contextOn(database)
        const buyer = as(contextOn(database), { ...actor, referral: link?.referral ?? actor.referral })
        // An even number of pairs goes to where delivery costs something, of which nobody earns anything.
        const to = step.pairs % 2 === 0 ? { delivery_address: 'Kisumu' } : {}
        const made = await placed(buyer, [[shelf, '40', step.pairs]], { affiliate_code: (people[who] as Person & { code: string }).code, ...to })
        const [commission] = await rowsOf<{ id: string }>(database, sql`select id from affiliate_commissions where order_id = ${made.id}`)
        expect(commission === undefined, 'an order that carries an ended visit').toBe(isOver)
        const order: ModelOrder = {
          id: made.id,
          commissionId: commission?.id ?? '',
          attempt: made.attempt,
          ctx: made.ctx,
          who,
          visit: link && !isOver ? `${step.visitor} ${who} ${endedVisits(step.visitor as number, who)}` : null,
          cents: step.pairs * 1290 * 10,
          isPaid: false,
          hasMoved: false,
          state: 'waiting',
          commission: 'pending',
          byPerson: false,
          isTakenBack: false,
          paidOut: 0,
        }
        if (isOver) unreferred.push(order)
        else orders.push(order)
        return
      }
      case 'name': {
        const order = unreferred.pop()
        if (!order) return
        const who = step.who % people.length
        const { id } = await nameAffiliate(admin, order.id, { affiliate_code: (people[who] as Person & { code: string }).code })
        orders.push({ ...order, who, commissionId: id })
        return
      }
      case 'follow': {
        const who = step.who % people.length
        const before = carried[step.visitor]?.referral ?? noReferral
        const { actor } = contextOn(database)
        const { cookies } = await recordClick(
          as(contextOn(database), { ...actor, referral: before }),
          { affiliate_code: (people[who] as Person & { code: string }).code },
          { userAgent: 'Mozilla/5.0 (Linux; Android 10; K)' },
        )
        const referral = referralOf(admin.services, new Headers({ cookie: cookieOf(cookies) }), Date.now())
        carried[step.visitor] = { who, visit: endedVisits(step.visitor, who), referral }
        return
      }
      case 'pay': {
        const order = pick(orders, step.order)
        if (!order || order.hasMoved) return
        // Late money reactivates an expired order; for a cancelled or manually paid one it is refunded.
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
        if (order.commission === 'rejected' && (order.state === 'good' || order.state === 'waiting') && !isVisitOver(order))
          Object.assign(order, { commission: 'pending', byPerson: false })
        return ensureCommission(admin, { order_id: order.id })
      }
      case 'request': {
        const who = step.who % people.length
        // Sometimes a little more than the balance.
        const shillings = Math.max(1, Math.floor((available(who) / 100) * step.share))
        const isGranted =
          !payouts.some((each) => each.who === who && ['pending', 'processing'].includes(each.status)) &&
          shillings >= 10 &&
          shillings * 100 <= available(who)
        const sent = { amount: shillings, mpesa_phone_number: '0712345678', mpesa_full_name: 'Achieng Otieno' }
        const payout = await requestPayout(as(contextOn(database), people[who] as Person), sent)
        expect(isGranted, 'a payout that the model would have refused').toBe(true)
        payouts.push({
          id: payout.id,
          who,
          cents: shillings * 100,
          status: 'pending',
          receipt: newReceipt(),
          second: newReceipt(),
          booked: null,
          wasSent: false,
          byAdmin: false,
          isInReview: false,
          hasUnrecordedPayment: false,
          unbooked: [],
          isGivenOut: false,
        })
        // Days pass between requests.
        await database.db.execute(sql`update affiliate_payouts set requested_at = requested_at - interval '2 days' where id = ${payout.id}`)
        return
      }
      case 'tell': {
        const payout = pickPayout(step.payout)
        // M-Pesa reports nothing about a payout that was never sent to it.
        return payout?.wasSent ? tell(payout, step.outcome) : undefined
      }
      case 'twice':
        await tolerate(perform(step.step))
        return perform(step.step)
      default: {
        const payout = pickPayout(step.payout)
        return payout && act(payout, step.do)
      }
    }
  }

  async function act(payout: ModelPayout, what: PayoutAct): Promise<unknown> {
    const { id } = payout
    switch (what) {
      case 'complete':
        if (payout.booked !== payout.receipt) writeByHand(payout, payout.receipt)
        return completePayout(admin, id, { receipt: payout.receipt })
      case 'book': {
        const receipt = payout.unbooked[0] ?? payout.second
        writeByHand(payout, receipt)
        return completePayout(admin, id, { receipt })
      }
      case 'send':
        if (payout.status === 'pending' && !payout.isGivenOut && !owesABook(payout.who))
          Object.assign(payout, { status: 'processing', wasSent: true, byAdmin: true })
        return completePayout(admin, id, {})
      case 'refuse':
        if (payout.status === 'pending' && !payout.hasUnrecordedPayment && !payout.isGivenOut)
          Object.assign(payout, { status: 'rejected', byAdmin: true, isInReview: false })
        return rejectPayout(admin, id, { reason: 'A history' })
      case 'withdraw':
        if (payout.status === 'pending' && !payout.hasUnrecordedPayment && !payout.isGivenOut)
          Object.assign(payout, { status: 'rejected', byAdmin: false, isInReview: false })
        return cancelPayout(as(contextOn(database), people[payout.who] as Person), id)
      case 'paid by hand after cancel':
        await tolerate(act(payout, 'withdraw'))
        return act(payout, 'complete')
      case 'insist': {
        const isOpen = (payout.status === 'pending' && !payout.isGivenOut) || (payout.status === 'processing' && payout.isInReview)
        if (isOpen && !payout.hasUnrecordedPayment) Object.assign(payout, { status: 'rejected', byAdmin: true, isInReview: false })
        await tolerate(rejectPayout(admin, id, { reason: 'A history' }))
        return rejectPayout(later(admin, '11 minutes'), id, { reason: 'A history' })
      }
      case 'silence':
        if (payout.status === 'processing') payout.isInReview = true
        await database.db.execute(sql`update affiliate_payouts set checks = 28, next_check_at = now() where id = ${id} and status = 'processing'`)
        return checkPayouts(as(contextOn(database), theShop))
      case 'look':
        return queryPayout(admin, id)
      case 'looked at':
        Object.assign(payout, { isInReview: false, hasUnrecordedPayment: false, unbooked: [] })
        return resolveReview(admin, id, { note: 'A history' })
      case 'give out':
        if (payout.status === 'pending' && !owesABook(payout.who)) payout.isGivenOut = true
        return exportBatch(admin, { payout_ids: [id] })
      case 'take back':
        if (payout.status === 'pending') payout.isGivenOut = false
        return takeBackBatch(admin, { payout_ids: [id] })
    }
  }

  async function tell(payout: ModelPayout, what: PayoutReport): Promise<unknown> {
    const { id, cents, receipt, second } = payout
    const say = (kind: 'result' | 'late' | 'status', body: string) =>
      receivePayoutCallback(contextOn(database), id, secrets.payoutSecret(id), kind, body)
    const paid = (named: string | null, amount = cents) => {
      hearPaid(payout, named, amount)
      return paidPayoutBody({ payoutId: id, amount, receipt: named ?? 'none to read' })
    }
    switch (what) {
      case 'paid':
        return say('result', paid(receipt))
      case 'paid twice': {
        const body = paid(receipt)
        return Promise.all([say('result', body), say('result', body)])
      }
      case 'other amount':
        return say('result', paid(second, cents + 100))
      case 'no receipt':
        return say('result', paid(null))
      case 'second receipt':
        return say('result', paid(second))
      case 'failed':
      case 'found failed':
        if (payout.status === 'processing' && !payout.hasUnrecordedPayment) Object.assign(payout, { status: 'failed', isInReview: false })
        return what === 'failed' ? say('result', failedPayoutBody(id, 17)) : say('status', statusBody({ payoutId: id, status: 'Declined' }))
      case 'found paid':
        hearPaid(payout, receipt, cents)
        return say('status', statusBody({ payoutId: id, status: 'Completed', amount: cents, receipt }))
      case 'found open':
        return say('status', statusBody({ payoutId: id, status: 'Initiated' }))
      case 'late':
        return say('late', '')
      case 'nonsense':
        // For a failed or rejected payout the report is contradictory.
        if (isDead(payout)) payout.isInReview = true
        return say('result', '<html>busy</html>')
    }
  }

  /** The last statement of each affiliate: later ones must not change its rows. */
  const statements: Statement['rows'][] = [[], []]
  async function compareStatements(after: string) {
    for (const [who, someone] of people.entries()) {
      const { rows, closing } = await getStatement(as(contextOn(database), someone))
      const before = statements[who] as Statement['rows']
      expect(rows.slice(0, before.length), after).toEqual(before)
      expect(Math.round(closing * 100), after).toBe(available(who))
      statements[who] = rows
    }
  }

  return {
    /** Applies one step, then checks the invariants and compares the model with the shop. */
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
      const standing = await rowsOf<{
        id: string
        status: string
        receipt: string | null
        desk: boolean
        unbooked: boolean
        unrecorded_receipts: string[]
      }>(
        database,
        sql`select id, status, receipt, needs_review_at is not null as desk, unrecorded_payment_at is not null as unbooked, unrecorded_receipts from affiliate_payouts
          where affiliate_id in (${people[0]?.userId}, ${people[1]?.userId})`,
      )
      expect(new Map(standing.map(({ id, ...row }) => [id, row])), after).toEqual(
        new Map(
          payouts.map(({ id, status, booked, isInReview, hasUnrecordedPayment, unbooked }) => [
            id,
            { status, receipt: booked, desk: isInReview, unbooked: hasUnrecordedPayment, unrecorded_receipts: unbooked },
          ]),
        ),
      )
      await compareStatements(after)
    },
    /** M-Pesa reports all true outcomes, and unpaid orders expire, so that nothing is left for a job. */
    async close() {
      for (const [payout, { status }] of payouts.toReversed().entries())
        if (status === 'processing') await this.take({ do: 'tell', payout, outcome: 'paid' })
      for (const [order, { state }] of orders.entries()) if (state === 'waiting') await this.take({ do: 'expire', order })
    },
    orders,
    payouts,
    isVisitOver,
  }
}

/** Ignores refusals (Problem); rethrows everything else. */
async function tolerate(work: Promise<unknown>) {
  try {
    await work
  } catch (error) {
    if (!isProblem(error) || ['internal', 'unavailable', 'too_many', 'bad_input', 'forbidden'].includes(error.code)) throw error
  }
}
