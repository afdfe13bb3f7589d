import type { Database } from '#db/client.ts'
import { Problem } from '#domain/problem.ts'
import { type PricedLine, readLinesOfMany, type Wanted } from '#features/checkout/order-facts.ts'
import type { Context } from '#features/context.ts'

/** An order that waits. `refuseGone` throws where its lines are no longer on the shelf. */
interface Order extends Wanted {
  refuseGone(lines: PricedLine[]): void
}

export interface OrderQueue {
  /**
   * Does the work of an order when its turn comes, first come, first served. While orders wait, the shelf is looked at for all of them together: one whose
   * pairs have gone is refused there and then, and takes no connection. Problem `unavailable` beyond the bounds, and whatever `refuseGone` or the work throws.
   */
  run<Result>(ctx: Pick<Context, 'db'>, order: Order, work: () => Promise<Result>): Promise<Result>
}

interface Bounds {
  /** Orders written at once: fewer than there are connections, so that pages and payments have theirs. */
  atOnce: number
  /** Orders that may wait. */
  most: number
  /** How long each may. */
  patienceMs: number
  /** Between two looks at the shelf. */
  lookMs: number
}

const bounds: Bounds = { atOnce: 6, most: 1_000, patienceMs: 20_000, lookMs: 100 }

/** The queue of this process for a database. */
export function orderQueueOf(db: Database): OrderQueue {
  const queue = queues.get(db) ?? createOrderQueue()
  queues.set(db, queue)
  return queue
}
const queues = new WeakMap<Database, OrderQueue>()

export function createOrderQueue({ atOnce, most, patienceMs, lookMs }: Bounds = bounds): OrderQueue {
  /** In the order in which they came. */
  const waiting = new Set<{ order: Order; go(): void; leave(reason: unknown): void }>()
  let running = 0
  let isLooking = false

  const wait = (ctx: Pick<Context, 'db'>, order: Order) =>
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
      if (!isLooking) void look(ctx)
    })

  async function look(ctx: Pick<Context, 'db'>) {
    isLooking = true
    for (; waiting.size > 0; await new Promise((settle) => setTimeout(settle, lookMs))) {
      const asked = [...waiting]
      // A look that fails refuses no order: all keep their turns.
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
    isLooking = false
  }

  return {
    run: async (ctx, order, work) => {
      // In order: a place that becomes free goes to the first that waits.
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
