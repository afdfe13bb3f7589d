import { type Day, formatDays } from '#domain/delivery-days.ts'
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
