import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { toShillings } from '#domain/money.ts'
import { paymentMoves, statusLabel } from '#domain/order.ts'
import type { OrderView } from '#domain/order-view.ts'
import { Problem } from '#domain/problem.ts'
import { isCash } from '#domain/receipt-code.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { nextCashNumber, receiptOrCash, refuseKnownReceipt } from '#features/orders/payments/receipts.ts'
import { reserveStockAgain } from '#features/orders/release-stock.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'

export const recordInput = receiptOrCash('Enter the M-Pesa receipt code')

/**
 * "Record payment": an admin has seen the money and its receipt, or has it in cash. For orders that are unpaid, expired or cancelled (decisions);
 * the pairs are taken again if they went back. The same receipt again, or cash again, answers the same; cash that is still to go back is no new money.
 */
export async function recordPayment(ctx: Context, orderId: string, sent: unknown): Promise<OrderView> {
  const admin = requirePermission(ctx, 'take_payments')
  const typed = parseInput(recordInput, sent)
  await getOrder(ctx, orderId)
  try {
    await ctx.db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (!order) throw new Problem('order_not_found')
      if (order.isPaid && order.status !== 'cancelled') {
        if (await isRecorded(tx, orderId, typed.receipt)) return
        throw new Problem('already_paid')
      }
      if (typed.cash && (await isCashDueBack(tx, orderId))) throw new Problem('already_paid', { reason: cashDueBack })
      const receipt = typed.receipt ?? (await nextCashNumber(tx))
      await refuseKnownReceipt(tx, receipt)
      if (!(await reserveStockAgain(tx, ctx, order))) throw new Problem('pairs_gone')
      await tx.execute(sql`
        insert into payment_attempts (order_id, source, phone, amount, state, receipt, result_code, result_desc, recorded_by, settled_at, created_at)
        select id, 'recorded', customer_phone, ${toShillings(order.total)}, 'paid', ${receipt}, '0', 'Recorded by hand', ${admin.userId}::uuid, ${ctx.now}, ${ctx.now}
        from orders where id = ${orderId}`)
      const done = await transitionOrder(tx, ctx, orderId, paymentMoves.recorded, {
        paid: true,
        receipt,
        note: typed.cash ? 'Paid in cash' : 'Payment recorded by hand',
      })
      if (!done) throw new Problem('order_locked', { detail: statusLabel(order.status) })
      await writeAudit(tx, ctx, {
        action: 'payment recorded',
        table: 'orders',
        id: orderId,
        before: { status: order.status },
        after: { status: paymentMoves.recorded.to, receipt },
      })
    })
  } catch (error) {
    if (violates(error, 'payment_attempts_receipt_key') || violates(error, 'orders_mpesa_receipt_number_key')) throw new Problem('receipt_used')
    throw error
  }
  return getOrder(ctx, orderId)
}

/** Without a receipt: whether its money in cash is. */
async function isRecorded(tx: Database, orderId: string, receipt: string | undefined): Promise<boolean> {
  const { rows } = await tx.execute<{ receipt: string | null }>(sql`
    select receipt from payment_attempts where order_id = ${orderId} and source = 'recorded' and state = 'paid'`)
  return rows.some((one) => (receipt === undefined ? isCash(one.receipt) : one.receipt === receipt))
}

/** Whether cash that came for this order, before it was cancelled, is on the list of refunds. */
async function isCashDueBack(tx: Database, orderId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ receipt: string | null }>(sql`
    select a.receipt from refunds r join payment_attempts a on a.id = r.attempt_id where r.order_id = ${orderId} and r.state = 'due'`)
  return rows.some(({ receipt }) => isCash(receipt))
}

const cashDueBack =
  'It was cancelled since, and its cash is on the list of refunds: give it back and press "Refund done" there, in cash. If the buyer pays again, record that payment then.'
