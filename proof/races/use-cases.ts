import { anonymous, theShop } from '#core/context.ts'
import { fromShillings } from '#domain/money.ts'
import { changeCommission } from '#features/affiliates/commission-operations.ts'
import { cancelPayout } from '#features/affiliates/wallet/cancel-payout.ts'
import { receivePayoutCallback } from '#features/affiliates/wallet/payout-callbacks.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { importProducts } from '#features/catalogue/import-products.ts'
import { changeProduct } from '#features/catalogue/write-product.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { expireOrders } from '#features/orders/discard-order.ts'
import { checkPayments } from '#features/orders/payments/check-payments.ts'
import { completeRefund } from '#features/orders/payments/complete-refund.ts'
import { recordPayment } from '#features/orders/payments/record-payment.ts'
import { handOver } from '#features/orders/riders/rider-stops.ts'
import { as, callBack, orderOf, secrets, type TestContext } from '../../test/checkout.ts'
import { payoutDetails } from '../../test/payout-scene.ts'
import { paidBody, paidPayoutBody } from '../../test/scripted-mpesa.ts'
import { type Beginning, importedFile, receipts, type World } from './world.ts'

export interface UseCase {
  /** The earliest beginning at which there is something to do. */
  from: Beginning
  run(ctx: TestContext, world: World): Promise<unknown>
}

/** What moves money or stock, the seventeen of the long run first. All of them meet in one shop: the same sizes, the same orders, the same wallet. */
export const useCases = {
  /** A guest buys the last pair of size 40 and one of size 41, by the affiliate's link. */
  place: {
    from: 'earned',
    run: (ctx, { shoe, affiliate }) =>
      placeOrder(
        as(ctx, anonymous),
        orderOf(
          [
            [shoe, '40', 1],
            [shoe, '41', 1],
          ],
          { customer_name: 'new', affiliate_code: affiliate.code },
        ),
      ),
  },
  /** M-Pesa tells that `unpaid` was paid. */
  settle: {
    from: 'earned',
    run: (ctx, { orders: { unpaid } }) => callBack(ctx, { id: unpaid.attemptId }, paidBody({ ...unpaid, receipt: receipts.unpaid })),
  },
  /** Two guests buy a pair of size 41 at once, in one batch; either of them may have the last one. */
  'place two': {
    from: 'earned',
    run: (ctx, { shoe }) => allDone([1, 2].map(() => placeOrder(as(ctx, anonymous), orderOf([[shoe, '41', 1]], { customer_name: 'either' })))),
  },
  /** M-Pesa tells at once that all three were paid: the second and the third come while the first is written, and are one batch. */
  'settle three': {
    from: 'earned',
    run: (ctx, { three }) =>
      allDone(three.map((order, at) => callBack(ctx, { id: order.attemptId }, paidBody({ ...order, receipt: receipts.three[at] as string })))),
  },
  /** M-Pesa tells that the shilling was paid: the account is in force. */
  'switch account': {
    from: 'earned',
    run: (ctx, { accountTest }) =>
      callBack(ctx, { id: accountTest.id }, paidBody({ ...accountTest, amount: fromShillings(1), receipt: receipts.test })),
  },
  expire: { from: 'earned', run: (ctx) => expireOrders(as(ctx, theShop)) },
  cancel: {
    from: 'earned',
    run: (ctx, { admin, orders: { unpaid } }) => changeStatus(as(ctx, admin), unpaid.id, { status: 'cancelled', reason: 'Asked for' }),
  },
  refund: { from: 'earned', run: (ctx, { admin, refundId }) => completeRefund(as(ctx, admin), refundId, { receipt: receipts.back }) },
  approve: { from: 'earned', run: (ctx, { admin, orders: { sale } }) => changeCommission(as(ctx, admin), sale.commissionId, { status: 'approved' }) },
  'request payout': { from: 'earned', run: (ctx, { affiliate }) => requestPayout(as(ctx, affiliate), { amount: 300, ...payoutDetails }) },
  /** By hand, with the receipt. */
  complete: {
    from: 'requested',
    run: (ctx, { admin, payoutId }) => completePayout(as(ctx, admin), payoutId as string, { receipt: receipts.byHand }),
  },
  /** `earned` is cancelled: its commission is rejected, or taken back where it was promised out. */
  'claw back': {
    from: 'earned',
    run: (ctx, { admin, orders: { earned } }) => changeStatus(as(ctx, admin), earned.id, { status: 'cancelled', reason: 'Asked for' }),
  },
  'change stock': {
    from: 'earned',
    run: (ctx, { admin, shoe }) =>
      changeProduct(as(ctx, admin), shoe.id, {
        sizes: [
          { label: '40', stock: 4, seen: 1 },
          { label: '41', stock: 6, seen: 2 },
        ],
      }),
  },
  import: { from: 'earned', run: (ctx, { admin, digest }) => importProducts(as(ctx, admin), importedFile, digest) },
  /** The rider hands `sale` over for the code that its buyer tells. */
  'hand over': { from: 'earned', run: (ctx, { rider, orders: { sale } }) => handOver(ctx, rider.token, { order: sale.id, code: rider.code }) },
  /** M-Pesa tells that `discarded` was paid after all: it comes back. */
  'pay discarded': {
    from: 'earned',
    run: (ctx, { orders: { discarded } }) => callBack(ctx, { id: discarded.attemptId }, paidBody({ ...discarded, receipt: receipts.discarded })),
  },
  /** Whoever discarded an order buys the same pair again. */
  'place again': {
    from: 'earned',
    run: (ctx, { shoe, phone }) => placeOrder(as(ctx, anonymous), orderOf([[shoe, '41', 1]], { customer_name: 'again', customer_phone: phone })),
  },
  /** The job asks M-Pesa about `unpaid`, which was paid, and sends the prompt of `unsent`. */
  check: { from: 'earned', run: (ctx) => checkPayments(as(ctx, theShop)) },
  /** An admin records a payment of `unpaid` with the code that another admin writes for a refund. */
  record: { from: 'earned', run: (ctx, { admin, orders: { unpaid } }) => recordPayment(as(ctx, admin), unpaid.id, { receipt: receipts.back }) },
  /** The buyer of `unsent` asks for the prompt. */
  prompt: { from: 'earned', run: (ctx, { orders: { unsent } }) => requestPayment(as(ctx, theShop), unsent.id, {}) },
  /** The buyer of `unsent` corrects the number: it is the one of `discarded`. */
  'correct number': {
    from: 'earned',
    run: (ctx, { orders: { unsent }, phone }) => requestPayment(as(ctx, theShop), unsent.id, { phone, wrong_number: true }),
  },
  /** `sale` is cancelled on its way; its commission is not approved yet. */
  'cancel sale': {
    from: 'earned',
    run: (ctx, { admin, orders: { sale } }) => changeStatus(as(ctx, admin), sale.id, { status: 'cancelled', reason: 'Asked for' }),
  },
  /** An admin marks `sale` as delivered, whose rider has not done it. */
  'mark delivered': { from: 'earned', run: (ctx, { admin, orders: { sale } }) => changeStatus(as(ctx, admin), sale.id, { status: 'delivered' }) },
  'withdraw payout': { from: 'requested', run: (ctx, { affiliate, payoutId }) => cancelPayout(as(ctx, affiliate), payoutId as string) },
  'send payout': { from: 'requested', run: (ctx, { admin, payoutId }) => completePayout(as(ctx, admin), payoutId as string, {}) },
  'settle payout': {
    from: 'sent',
    run: (ctx, { payoutId }) => {
      const id = payoutId as string
      return receivePayoutCallback(
        ctx,
        id,
        secrets.payoutSecret(id),
        'result',
        paidPayoutBody({ payoutId: id, amount: fromShillings(300), receipt: receipts.byMpesa }),
      )
    },
  },
} satisfies Record<string, UseCase>

/** A process is over when the last of its requests has its answer; the first refusal is the process's. */
async function allDone(requests: Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(requests)
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

export type UseCaseName = keyof typeof useCases
