import { type Day, dayAt, dayText, formatDays } from '#domain/delivery-days.ts'
import { isPoint, type WayKind } from '#domain/delivery-ways.ts'
import { isDelivered, type OrderStatus } from '#domain/order.ts'

/** `Arrives Tue 24 - Wed 25 Nov`; for an order that the buyer collects `Ready ...`, for one that is late, delivered or closed `Promised ...`. Null where no days were promised. */
export function promiseText(order: {
  status?: OrderStatus
  delivery_kind?: WayKind | null
  promised_from?: Day | null
  promised_to?: Day | null
  /** As its buyer reads it, or since when. */
  late?: string | null
  late_at?: string | null
}): string | null {
  const { status, delivery_kind: kind, promised_from: from, promised_to: to, late, late_at } = order
  const isOver = late || late_at || (status !== undefined && (isDelivered(status) || status === 'cancelled' || status === 'buyer_not_paid'))
  return from && to ? `${isOver ? 'Promised' : isPoint(kind) ? 'Ready' : 'Arrives'} ${formatDays({ from, to })}` : null
}

const dayMs = 24 * 3_600_000

/** How long pairs can be exchanged: `Exchange within 7 days.`, and with the time of delivery (ISO 8601) `Exchange until Fri 4 Dec.`. Empty where the shop promises none. */
export function exchangeText(days: number, deliveredAt?: string): string {
  if (days <= 0) return ''
  if (deliveredAt) return `Exchange until ${dayText(dayAt(new Date(Date.parse(deliveredAt) + days * dayMs)))}.`
  return `Exchange within ${days} ${days === 1 ? 'day' : 'days'}.`
}
