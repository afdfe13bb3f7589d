import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { paymentMoves } from '#domain/order.ts'
import { paymentEffect, type RefundReason } from '#domain/payment.ts'
import type { LockedOrder } from '#features/orders/lock-order.ts'
import { writeRefundNotices } from '#features/orders/order-notices.ts'
import { reserveStockAgain } from '#features/orders/release-stock.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'

export interface PaidAttempt {
  id: string
  checkoutRequestId: string | null
  receipt: string | null
}

/** Applies money that has arrived to its order; when the order was wiped the money goes back. The order is locked. */
export async function payOrder(tx: Database, ctx: Context, order: LockedOrder | null, attempt: PaidAttempt) {
  if (!order) return putOnRefundList(tx, ctx, null, attempt, 'late_payment')
  const paid = { paid: true, receipt: attempt.receipt, checkoutRequestId: attempt.checkoutRequestId, note: paidNote(ctx) }
  switch (paymentEffect(order)) {
    case 'pay':
      await transitionOrder(tx, ctx, order.id, paymentMoves.paid, paid)
      return
    case 'reactivate':
      if (await reserveStockAgain(tx, ctx, order))
        await transitionOrder(tx, ctx, order.id, paymentMoves.paid, { ...paid, note: 'Paid late; the pairs were still there' })
      else await putOnRefundList(tx, ctx, order.id, attempt, 'late_payment')
      return
    case 'confirm':
      await tx.execute(sql`update orders set payment_assumed = false, mpesa_receipt_number = ${attempt.receipt} where id = ${order.id}`)
      return
    case 'refund_double':
      return putOnRefundList(tx, ctx, order.id, attempt, 'double_payment')
    case 'refund_cancelled':
      return putOnRefundList(tx, ctx, order.id, attempt, 'cancelled')
  }
}

/** What the story of the order says of it. */
export function paidNote({ services }: Pick<Context, 'services'>): string {
  return `${services.payments.name} confirmed the payment`
}

/** Puts the payment on the refund list, and writes the notices to its buyer. */
export async function putOnRefundList(tx: Database, ctx: Context, orderId: string | null, attempt: PaidAttempt, reason: RefundReason) {
  await tx.execute(sql`
    with refunded as (
      insert into refunds (order_id, attempt_id, amount, reason, created_at)
      select ${orderId}::uuid, id, amount, ${reason}, ${ctx.now} from payment_attempts where id = ${attempt.id} on conflict (attempt_id) do nothing
      returning id, order_id
    ) ${writeRefundNotices(ctx)}`)
}

/**
 * An attempt of an order failed, and the order fails with it, unless its current prompt is another and still open: then the order waits for that one. Under its
 * lock.
 */
export async function failOrder(tx: Database, ctx: Context, order: LockedOrder | null, note: string): Promise<void> {
  if (!order) return
  const { rows } = await tx.execute(
    sql`select from payment_attempts where order_id = ${order.id} and state in ('created', 'accepted', 'unknown') and replaced_at is null limit 1`,
  )
  if (rows.length === 0) await transitionOrder(tx, ctx, order.id, paymentMoves.failed, { note: note.slice(0, 500) })
}
