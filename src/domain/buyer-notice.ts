import { lateStatuses } from '#domain/delivery-promise.ts'
import type { OrderStatus } from '#domain/order.ts'

/**
 * The notices that a buyer gets about an order: the transition (`from`, `to`) that creates each, and the statuses in which its text is still true
 * (`trueIn`; null: in all). A notice whose order has moved on before it is sent is skipped, because the later notice replaces it.
 */
export const noticeKinds = {
  /** Created once the prompt was sent, because an order whose prompt is refused is discarded (spec §4 Checkout). */
  received: { label: 'Order received', from: ['pending'], to: 'awaiting_payment', trueIn: ['awaiting_payment', 'payment_failed'] },
  confirmed: { label: 'Order confirmed', from: null, to: 'confirmed', trueIn: ['confirmed'] },
  paid: { label: 'Payment received', from: null, to: 'waiting_shipment', trueIn: ['waiting_shipment', 'awaiting_shipment'] },
  shipped: { label: 'Shipped', from: null, to: 'shipped', trueIn: ['shipped'] },
  delivered: { label: 'Delivered', from: null, to: 'delivered', trueIn: ['delivered', 'commission_earned'] },
  cancelled: { label: 'Cancelled', from: null, to: 'cancelled', trueIn: ['cancelled'] },
  /** Created when it will not come by the last promised day (features/orders/order-notices.ts), not by a transition. */
  late: { label: 'Later than promised', from: null, to: null, trueIn: lateStatuses },
  /** Created with a refund, not by a transition. True in every status. */
  refund: { label: 'Money goes back', from: null, to: null, trueIn: null },
  /** Created when the buyer asks for the link to the order (features/orders/track-order.ts), not by a transition. */
  link: { label: 'Link sent again', from: null, to: null, trueIn: null },
} as const satisfies Record<
  string,
  { label: string; from: readonly OrderStatus[] | null; to: OrderStatus | null; trueIn: readonly OrderStatus[] | null }
>

export type NoticeKind = keyof typeof noticeKinds

/** The notice that a transition to this status creates, or null; `from` are the statuses it must start from, null for any. */
export function noticeFor(to: OrderStatus): { kind: NoticeKind; from: readonly OrderStatus[] | null } | null {
  const kind = (Object.keys(noticeKinds) as NoticeKind[]).find((each) => noticeKinds[each].to === to)
  return kind ? { kind, from: noticeKinds[kind].from } : null
}

/** The moves that create a notice, `pending awaiting_payment`; from any status: `* paid`. */
export const noticeMoves = Object.values(noticeKinds).flatMap(({ from, to }) => (to === null ? [] : (from ?? ['*']).map((each) => `${each} ${to}`)))

/** Whether the text of a notice is still true for an order in this status. */
export function isStillTrue(kind: NoticeKind, status: OrderStatus): boolean {
  const statuses: readonly OrderStatus[] | null = noticeKinds[kind].trueIn
  return statuses === null || statuses.includes(status)
}

/** `receiver`: who takes the parcel in the buyer's place gets an SMS when it is shipped. */
export const noticeChannels = { email: 'E-mail', sms: 'SMS', receiver: 'SMS to the receiver' } as const
export type NoticeChannel = keyof typeof noticeChannels

/**
 * The states of a notice. `unknown`: it may have arrived, so it is not sent again. `skipped`: it was not sent, because its order moved on or was
 * discarded, or it was too late. An e-mail is `sent` once it is in the table `mails`, which records its own delivery.
 */
export const noticeStates = {
  due: { label: 'Waiting', tone: 'amber' },
  sending: { label: 'Being sent', tone: 'amber' },
  sent: { label: 'Sent', tone: 'leaf' },
  unknown: { label: 'Perhaps sent', tone: 'amber' },
  failed: { label: 'Not sent', tone: 'bad' },
  skipped: { label: 'Not needed', tone: 'grey' },
} as const
export type NoticeState = keyof typeof noticeStates

/** Hours after which a notice that was not sent is skipped. */
export const noticeMaxAgeHours = 24
