import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { Problem } from '#domain/problem.ts'
import { type KeyedItems, type PricedLine, readLinesOfMany } from '#features/orders/checkout/order-facts.ts'

/** A waiting order. `refuseGone` throws where its lines are no longer on the shelf. */
interface WaitingOrder extends KeyedItems {
  refuseGone(lines: PricedLine[]): void
}

interface OrderQueue {
  /**
   * Runs the work of an order when its turn comes, first come, first served. While orders wait, one query reads the stock for all of them: an order whose pairs
   * are gone is refused at once, and takes no connection. Throws the problem `unavailable` beyond the limits, and the errors of `refuseGone` and the work.
   */
  run<Result>(ctx: Pick<Context, 'db'>, order: WaitingOrder, work: () => Promise<Result>): Promise<Result>
}

interface Bounds {
  /** Orders that are worked on at once: fewer than the connections, so that pages and payments keep some where each order is written alone. */
  atOnce: number
  /** Orders that may wait. */
  most: number
  /** How long each order may wait. */
  patienceMs: number
  /** The time between two reads of the stock. */
  pollMs: number
}

const bounds: Bounds = { atOnce: 8, most: 1_000, patienceMs: 20_000, pollMs: 100 }

/** The queue of this process for a database. */
export function orderQueueOf(db: Database): OrderQueue {
  const queue = queues.get(db) ?? createOrderQueue()
  queues.set(db, queue)
  return queue
}
const queues = new WeakMap<Database, OrderQueue>()

export function createOrderQueue({ atOnce, most, patienceMs, pollMs }: Bounds = bounds): OrderQueue {
  /** In the order in which they came. */
  const waiting = new Set<{ order: WaitingOrder; go(): void; leave(reason: unknown): void }>()
  let running = 0
  let isPolling = false

  const wait = (ctx: Pick<Context, 'db'>, order: WaitingOrder) =>
    new Promise<void>((settle, fail) => {
      if (waiting.size >= most) throw busy()
      const end = (settled: () => void) => {
        clearTimeout(late)
        waiting.delete(place)
        settled()
      }
      const place = { order, go: () => end(settle), leave: (reason: unknown) => end(() => fail(reason)) }
      const late = setTimeout(() => place.leave(busy()), patienceMs)
      waiting.add(place)
      if (!isPolling) void pollStock(ctx)
    })

  /** While orders wait, reads the stock for all of them again and again, and ends the waiting of those whose pairs are gone. */
  async function pollStock(ctx: Pick<Context, 'db'>) {
    isPolling = true
    for (; waiting.size > 0; await new Promise((settle) => setTimeout(settle, pollMs))) {
      const asked = [...waiting]
      // A failed read of the stock refuses no order: all keep their turns.
      const found = await readLinesOfMany(
        ctx,
        asked.map(({ order }) => order),
      ).catch(() => [])
      for (const [place, lines] of found.entries()) {
        try {
          if (lines) asked[place]?.order.refuseGone(lines)
        } catch (refusal) {
          asked[place]?.leave(refusal)
        }
      }
    }
    isPolling = false
  }

  return {
    run: async (ctx, order, work) => {
      // In order: a free place goes to the first waiting order.
      if (running < atOnce) running++
      else await wait(ctx, order)
      try {
        return await work()
      } finally {
        const [next] = waiting
        if (next) next.go()
        else running--
      }
    },
  }
}

function busy(): Problem {
  return new Problem('unavailable', { retryAfter: 5 })
}
