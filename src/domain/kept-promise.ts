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
