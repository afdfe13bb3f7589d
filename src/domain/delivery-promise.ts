import { isPoint, type OptionKind } from '#domain/delivery-options.ts'
import { type Day, dayAt, dayText, formatDays } from '#domain/nairobi-time.ts'
import { isDelivered, type OrderStatus, unshippedStatuses } from '#domain/order.ts'

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

/** What became of the days that an order was promised. */
export type PromiseOutcome = 'on_time' | 'late' | 'not_known'

/** A paid order with promised days, all of them days in Nairobi. */
export interface PromisedOrder {
  /** Whether it came on or before its last promised day: was delivered, or was ready where the buyer comes for it. Null where the shop has not seen it come. */
  came_in_time: boolean | null
  is_day_over: boolean
  /** The shop would see it come: false of a parcel that a courier carries. */
  is_awaited: boolean
}

/** Null while its last promised day is not over. */
export function promiseOutcome({ came_in_time, is_day_over, is_awaited }: PromisedOrder): PromiseOutcome | null {
  if (came_in_time !== null) return came_in_time ? 'on_time' : 'late'
  if (!is_day_over) return null
  return is_awaited ? 'late' : 'not_known'
}

/** The whole percentage of the orders known to be on time or late that were on time, rounded down: 100 means all of them. Null where there are none. */
export function onTimePercent({ on_time, late }: { on_time: number; late: number }): number | null {
  return on_time + late === 0 ? null : Math.floor((100 * on_time) / (on_time + late))
}
