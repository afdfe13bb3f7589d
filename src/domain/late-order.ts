import { type Day, formatDays } from '#domain/delivery-days.ts'
import { isPoint, type WayKind } from '#domain/delivery-ways.ts'
import { type OrderStatus, unshippedStatuses } from '#domain/order.ts'

/** The statuses in which an order can still come too late. */
export const lateStatuses = [...unshippedStatuses, 'shipped'] as const satisfies OrderStatus[]

/**
 * The hour in Nairobi of the last promised day from which an order counts as late: what is not even shipped in the morning, what is on its way, or packed to be
 * collected, in the afternoon, and what was ordered on that very day in the evening. After that day, from the morning on.
 */
export const lateFromHour = { unshipped: 8, shipped: 15, sameDay: 18 } as const

interface LateOrder {
  status: OrderStatus
  /** Since when it is known to be late. */
  late_at: string | null
  promised_to: Day | null
  delivery_kind: WayKind | null
}

/** Whether a late order has still not come; one that waits at a point has. */
export function isLate({ status, late_at, delivery_kind }: Omit<LateOrder, 'promised_to'>): boolean {
  if (late_at === null || !(lateStatuses as readonly OrderStatus[]).includes(status)) return false
  return status !== 'shipped' || delivery_kind === null || !isPoint(delivery_kind)
}

/** `It will be later than promised (Wed 25 Nov).`, for its buyer; null for one that is not late. */
export function lateText(order: LateOrder): string | null {
  return isLate(order) && order.promised_to !== null ? `It will be later than promised (${dayText(order.promised_to)}).` : null
}

/** `Wed 25 Nov` */
export function dayText(day: Day): string {
  return formatDays({ from: day, to: day })
}
