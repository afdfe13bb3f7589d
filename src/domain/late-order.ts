import { type Day, dayText } from '#domain/delivery-days.ts'
import { type OrderStatus, unshippedStatuses } from '#domain/order.ts'

/** The statuses in which an order can still come too late. */
export const lateStatuses = [...unshippedStatuses, 'shipped'] as const satisfies OrderStatus[]

/**
 * The hour in Nairobi of the last promised day from which an order counts as late: what is not even shipped in the morning, what a rider has, or is packed to be
 * collected, in the afternoon, and what was ordered on that very day in the evening. After that day, from the morning on.
 */
export const lateFromHour = { unshipped: 8, shipped: 15, sameDay: 18 } as const

/** `It will be later than promised (Wed 25 Nov).`, for its buyer; null for one that is not late. */
export function lateText({ late_at, promised_to }: { late_at: string | null; promised_to: Day | null }): string | null {
  return late_at !== null && promised_to !== null ? `It will be later than promised (${dayText(promised_to)}).` : null
}
