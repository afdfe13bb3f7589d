import { z } from 'zod'
import { type Context, requireUser } from '#core/context.ts'
import { instant, only } from '#core/select-of.ts'
import { lateText } from '#domain/delivery-promise.ts'
import { maskAddress } from '#domain/mail.ts'
import type { OrderView, PaymentView } from '#domain/order-view.ts'
import { lostReplySeconds, mayBeOpen, mostReplacements } from '#domain/payment.ts'
import { recognisablePhone } from '#domain/phone.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { attemptState, type OrderItemRow, orderItemRow, orderRefund, orderRow, orderStep, toOrderRow } from '#features/orders/order-row.ts'
import { describePaymentOutcome } from '#features/orders/payments/describe-payment-outcome.ts'
import { findOrder, readOrder, rightTo, toParcel, toSteps, type WholeOrder } from '#features/orders/read-order.ts'
import { shortLinkTo } from '#features/orders/short-links.ts'

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

/** An order with the ways in which this visitor may keep it. */
export interface OrderPageData {
  order: OrderView
  /** The visitor may claim it for their account (claim-order.ts): it was placed as a guest, and they have its key, or its short link once it is paid. */
  mayClaim: boolean
  /** The path of the short link that opened it, where nothing else did: such a page holds no key of the order, because a key works for ever. */
  link: string | null
}

/** Problem `order_not_found`, also for visitors who may not see it. */
export async function getOrderPage(ctx: Context, id: string): Promise<OrderPageData> {
  const order = await readOrder(ctx, id)
  const byLink = rightTo(ctx, order) === 'link'
  const isProof = ctx.actor.orderKey !== null || (byLink && order.paid_at !== null)
  return { order: toOrderView(ctx, order), mayClaim: order.user_id === null && isProof, link: byLink ? shortLinkTo(ctx, order) : null }
}

/**
 * The lines of an order, for its owner, an admin, the bearer of its key, or a browser that has opened its short link. A request for the lines of another
 * person's order, of a deleted one or of none answers no lines: the caller can learn nothing from it. Problem `signed_out` for a caller with no session, key or
 * link.
 */
export async function listOrderItems(ctx: Context, orderId: string): Promise<OrderItemRow[]> {
  if (!may(ctx.actor, 'see_orders') && ctx.actor.orderKey === null && ctx.actor.opened.length === 0) requireUser(ctx)
  const order = await findOrder(ctx, orderId)
  return order && order.discarded_at === null ? order.lines : []
}

export const orderDetail = orderRow.extend({
  order_items: z.array(orderItemRow),
  in_review: z.boolean().meta({ description: 'A person looks at a prompt whose outcome M-Pesa has not reported, or not proved' }),
  payment: z
    .object({
      state: attemptState,
      phone: z.string(),
      amount: z.number(),
      result_code: z.string().nullable(),
      sentence: z.string().nullable().meta({ description: 'What became of the prompt, in plain words' }),
      requested_at: instant,
      may_retry: z.boolean(),
      may_change_number: z.boolean().meta({ description: 'A prompt to another number may take the place of this one at once' }),
      retry_at: instant.nullable(),
    })
    .nullable()
    .meta({ description: 'The current prompt, or the one that paid' }),
  timeline: z.array(orderStep),
  refunds: z.array(orderRefund).meta({
    description: 'Money for it that goes back to the buyer; to the number that paid it; `done_at` once it did, with the receipt of that',
  }),
})
export type OrderDetail = z.infer<typeof orderDetail>

/**
 * One row of the table `orders` with its lines, its newest prompt and its events, as other clients read it. Problem `order_not_found`, also for a caller who
 * may not see it, and for a discarded order: to every reader it is deleted (decisions, Orders and payments).
 */
export async function getOrderRow(ctx: Context, id: string): Promise<OrderDetail> {
  const order = await readOrder(ctx, id)
  if (order.discarded_at !== null) throw new Problem('order_not_found')
  return toOrderDetail(ctx, order)
}

export function toOrderDetail(ctx: Context, order: WholeOrder): OrderDetail {
  return {
    ...toOrderRow(ctx, order),
    order_items: order.lines,
    payment: toPayment(ctx, order),
    ...only(order, ['in_review', 'timeline', 'refunds']),
  }
}
