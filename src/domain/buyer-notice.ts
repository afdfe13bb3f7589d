import type { OrderStatus } from '#domain/order.ts'

/**
 * What a buyer is told of an order: the move that writes the notice, and the statuses in which its words are still true. A notice that is overtaken before
 * it goes out is not sent: the one of the later move says it all.
 */
export const noticeKinds = {
  /** Once the prompt went out: an order whose prompt is refused was never there (spec §4 Checkout). */
  received: { label: 'Order received', from: ['pending'], to: 'awaiting_payment', trueIn: ['awaiting_payment', 'payment_failed'] },
  confirmed: { label: 'Order confirmed', from: null, to: 'confirmed', trueIn: ['confirmed'] },
  paid: { label: 'Payment received', from: null, to: 'waiting_shipment', trueIn: ['waiting_shipment', 'awaiting_shipment'] },
  shipped: { label: 'Shipped', from: null, to: 'shipped', trueIn: ['shipped'] },
  delivered: { label: 'Delivered', from: null, to: 'delivered', trueIn: ['delivered', 'commission_earned'] },
  cancelled: { label: 'Cancelled', from: null, to: 'cancelled', trueIn: ['cancelled'] },
  /** No move: money came that the order could not take, and goes back. True wherever the order stands. */
  refund: { label: 'Money goes back', from: null, to: null, trueIn: null },
  /** No move either: its buyer has asked for the way to the order (features/orders/track-order.ts). */
  link: { label: 'Link sent again', from: null, to: null, trueIn: null },
} as const satisfies Record<
  string,
  { label: string; from: readonly OrderStatus[] | null; to: OrderStatus | null; trueIn: readonly OrderStatus[] | null }
>

export type NoticeKind = keyof typeof noticeKinds

/** The notice that a move to this status writes, or null; `from` are the statuses that it must begin in, null for any. */
export function noticeOf(to: OrderStatus): { kind: NoticeKind; from: readonly OrderStatus[] | null } | null {
  const kind = (Object.keys(noticeKinds) as NoticeKind[]).find((each) => noticeKinds[each].to === to)
  return kind ? { kind, from: noticeKinds[kind].from } : null
}

/** Whether what a notice says still holds for an order that stands here by now. */
export function stillTrue(kind: NoticeKind, status: OrderStatus): boolean {
  const statuses: readonly OrderStatus[] | null = noticeKinds[kind].trueIn
  return statuses === null || statuses.includes(status)
}

export const noticeChannels = { email: 'E-mail', sms: 'SMS' } as const
export type NoticeChannel = keyof typeof noticeChannels

/**
 * What became of a notice. `unknown`: it may have arrived, and is not sent twice to find out. `skipped`: it went to nobody, because it was overtaken, came
 * too late, or its order was discarded. An e-mail is `sent` once it is among the letters, which have an outcome of their own.
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

/** Hours after which news is no news: what has not gone out by then does not. */
export const noticeHours = 24
