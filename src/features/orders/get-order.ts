import type { Context } from '#core/context.ts'
import { only } from '#core/select-of.ts'
import { lateText } from '#domain/delivery-promise.ts'
import { maskAddress } from '#domain/mail.ts'
import type { OrderView, PaymentView } from '#domain/order-view.ts'
import { lostReplySeconds, mayBeOpen, mostReplacements } from '#domain/payment.ts'
import { recognisablePhone } from '#domain/phone.ts'
import { describePaymentOutcome } from '#features/orders/payments/describe-payment-outcome.ts'
import { readOrder, toParcel, toSteps, type WholeOrder } from '#features/orders/read-order.ts'

/** An order as its buyer sees it. Problem `order_not_found`, also for visitors who may not see it. */
export async function getOrder(ctx: Context, id: string): Promise<OrderView> {
  return toOrderView(ctx, await readOrder(ctx, id))
}

/** The columns of an order that its buyer's pages have. */
const columns = [
  ...(['id', 'short_code', 'status', 'total_amount', 'customer_name', 'customer_phone', 'delivery_address', 'delivery_kind'] as const),
  ...(['delivery_option', 'delivery_place', 'delivery_point', 'delivery_fee', 'promised_from', 'promised_to', 'delivery_to_agree'] as const),
  ...(['receiver_name', 'receiver_phone', 'mpesa_receipt_number', 'created_at', 'paid_at', 'hold_expires_at'] as const),
  ...(['in_review', 'open_prompts', 'timeline', 'refunds'] as const),
]

export function toOrderView(ctx: Context, order: WholeOrder): OrderView {
  return {
    ...only(order, columns),
    discarded: order.discarded_at !== null,
    lines: order.lines.map(({ id: _, order_id: __, ...line }) => line),
    payment: toPayment(ctx, order),
    decline_reason: order.payment && describePaymentOutcome(ctx, order.payment).reason,
    affiliate_code: order.affiliate?.affiliate_code ?? null,
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
