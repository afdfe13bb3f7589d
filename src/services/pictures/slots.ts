import { Problem } from '#domain/problem.ts'

/** So many at once; the others wait their turn, but not without end. */
export interface Slots {
  /** Problem `unavailable` when too many wait already. */
  take<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createSlots(atOnce: number, mostWaiting: number): Slots {
  let busy = 0
  const waiting: (() => void)[] = []
  return {
    take: async (work) => {
      if (busy < atOnce) busy++
      else {
        if (waiting.length >= mostWaiting) throw new Problem('unavailable', { retryAfter: 10 })
        // Whoever leaves hands the slot on: nobody slips in between.
        await new Promise<void>((settle) => waiting.push(settle))
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else busy--
      }
    },
  }
}
