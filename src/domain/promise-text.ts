import { type Day, dayAt, dayText, formatDays } from '#domain/delivery-days.ts'
import { isPoint, type OptionKind } from '#domain/delivery-options.ts'
import { isDelivered, type OrderStatus } from '#domain/order.ts'

/** `Arrives Tue 24 - Wed 25 Nov`; for an order that the buyer collects `Ready ...`, for one that is late, delivered or closed `Promised ...`. Null where no days were promised. */
export function promiseText(order: {
  status?: OrderStatus
  delivery_kind?: OptionKind | null
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

/** The last day on which delivered pairs can be exchanged: `Exchange until Fri 4 Dec.`; empty where the shop promises none. @param deliveredAt ISO 8601 */
export function exchangeUntil(deliveredAt: string, days: number): string {
  return days > 0 ? `Exchange until ${dayText(dayAt(new Date(Date.parse(deliveredAt) + days * dayMs)))}.` : ''
}
