import { lateText } from '#domain/late-order.ts'
import { maskAddress } from '#domain/mail.ts'
import { lostReplySeconds, mayBeOpen, mostReplacements } from '#domain/payment.ts'
import { recognisablePhone } from '#domain/phone.ts'
import type { OrderView, PaymentView, RefundLine } from '#domain/receipt.ts'
import type { Context } from '#features/context.ts'
import { describePaymentOutcome } from '#features/orders/describe-payment-outcome.ts'
import { toDelivery } from '#features/orders/order-row.ts'
import { readOrder, toParcel, toSteps, type WholeOrder } from '#features/orders/read-order.ts'
import { iso } from '#features/row-fields.ts'

/** An order as its buyer sees it. Problem `order_not_found`, also for visitors who may not see it. */
export async function getOrder(ctx: Context, id: string): Promise<OrderView> {
  return toOrderView(ctx, await readOrder(ctx, id))
}

export function toOrderView(ctx: Context, order: WholeOrder): OrderView {
  return {
    id: order.id,
    short_code: order.short_code,
    status: order.status,
    total_amount: Number(order.total_amount),
    customer_name: order.customer_name,
    customer_phone: order.customer_phone,
    delivery_address: order.delivery_address,
    ...toDelivery(order),
    mpesa_receipt_number: order.mpesa_receipt_number,
    created_at: iso(order.created_at),
    paid_at: order.paid_at && iso(order.paid_at),
    hold_expires_at: iso(order.hold_expires_at),
    discarded: order.discarded_at !== null,
    lines: order.lines.map(({ id: _, ...line }) => line),
    in_review: order.in_review,
    payment: toPayment(ctx, order),
    decline_reason: order.payment && describePaymentOutcome(ctx, order.payment).reason,
    open_prompts: order.open_prompts.map(({ phone, requested_at }) => ({ phone, requested_at: iso(requested_at) })),
    timeline: order.timeline.map(({ status, at }) => ({ status, at: iso(at) })),
    refunds: order.refunds.map(toRefund),
    affiliate_code: order.affiliate_code,
    notices: waysToTell(ctx, order),
    parcel: toParcel(ctx, order),
    steps: toSteps(ctx, order, order.receiver_name ?? order.customer_name),
    late: lateText(order),
  }
}

/** The shop sends no notices about an order that is deleted to every reader. */
function waysToTell({ services }: Context, { discarded_at, customer_email, customer_phone }: WholeOrder): OrderView['notices'] {
  if (discarded_at !== null) return { email: null, phone: null }
  return { email: customer_email && maskAddress(customer_email), phone: services.sms && recognisablePhone(customer_phone) }
}

export function toRefund({ at, done_at, ...refund }: RefundLine): RefundLine {
  return { ...refund, at: iso(at), done_at: done_at && iso(done_at) }
}

/** The current prompt of an order, in plain words. */
export function toPayment(ctx: Pick<Context, 'services'>, { payment, replacements, now }: WholeOrder): PaymentView | null {
  if (payment === null) return null
  const { state, phone, amount, result_code, created_at } = payment
  const requested = new Date(created_at)
  const retryAt = state === 'unknown' ? new Date(requested.getTime() + lostReplySeconds * 1000) : null
  const mayRetry = state === 'failed' || (retryAt !== null && retryAt <= new Date(now))
  return {
    state,
    phone,
    amount,
    result_code,
    sentence: describePaymentOutcome(ctx, payment).sentence,
    requested_at: requested.toISOString(),
    may_retry: mayRetry,
    may_change_number: mayBeOpen(state) && !mayRetry && replacements < mostReplacements,
    retry_at: retryAt?.toISOString() ?? null,
  }
}
