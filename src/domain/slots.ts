import { Problem } from '#domain/problem.ts'

/** A semaphore with a bounded queue. */
export interface Slots {
  /** Runs `work` in a free slot. Problem `unavailable` when the queue is full. */
  take<Result>(work: () => Promise<Result>): Promise<Result>
}

/** `retryAfter`: seconds after which one who is refused may come back. */
export function createSlots(atOnce: number, maxWaiting: number, retryAfter = 10): Slots {
  let busy = 0
  const waiting: (() => void)[] = []
  return {
    take: async (work) => {
      if (busy < atOnce) busy++
      else {
        if (waiting.length >= maxWaiting) throw new Problem('unavailable', { retryAfter })
        // The finished work passes its slot to the next in the queue, so `busy` does not change.
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
