import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { isUnavailable, refusalOf } from '#db/errors.ts'
import type { Context } from '#features/context.ts'

/** What the callers of a batch share. What belongs to one of them, such as the actor, comes with the item. */
export type SharedContext = Pick<Context, 'db' | 'now' | 'services'>

interface Bounds<Item> {
  /** Batches that run at the same time, each on a connection of its own. */
  atOnce: number
  /** Items of a batch. */
  most: number
  /** Items of which this is the same are never in one batch. */
  apart?: (item: Item) => unknown
}

/**
 * Makes one statement of what many callers ask for at the same time: PostgreSQL spends far more on starting a statement than on a row of it (decision 65). Whoever comes while
 * `atOnce` batches run is in the next one; an item that comes alone is done alone, at once. `work` is one statement, or one transaction, and answers a result for each item, in
 * their order. Where PostgreSQL refuses a batch it has changed nothing, and each item is done again by itself: no caller gets the refusal of another.
 */
export function batched<Item, Result>(bounds: Bounds<Item>, work: (ctx: SharedContext, items: Item[]) => Promise<Result[]>) {
  const queues = new WeakMap<Database, (ctx: SharedContext, item: Item) => Promise<Result>>()
  return (ctx: SharedContext, item: Item): Promise<Result> => {
    const queue = queues.get(ctx.db) ?? createQueue(bounds, work)
    queues.set(ctx.db, queue)
    return queue(ctx, item)
  }
}

interface Waiting<Item, Result> {
  ctx: SharedContext
  item: Item
  settle(result: Result): void
  fail(reason: unknown): void
}

function createQueue<Item, Result>({ atOnce, most, apart }: Bounds<Item>, work: (ctx: SharedContext, items: Item[]) => Promise<Result[]>) {
  let waiting: Waiting<Item, Result>[] = []
  let running = 0

  const run = async (batch: Waiting<Item, Result>[]): Promise<void> => {
    const { ctx } = batch[0] as (typeof batch)[0]
    const items = batch.map(({ item }) => item)
    try {
      const results = await work(ctx, items)
      for (const [at, { settle }] of batch.entries()) settle(results[at] as Result)
    } catch (error) {
      if (batch.length > 1 && hasChangedNothing(error)) for (const each of batch) await run([each])
      else for (const { fail } of batch) fail(error)
    }
  }
  const next = async (): Promise<void> => {
    const [first] = waiting
    if (running >= atOnce || !first) return
    const batch: typeof waiting = []
    for (const each of waiting) {
      const { ctx, item } = each
      const isOther = ctx.now !== first.ctx.now || ctx.services !== first.ctx.services
      const isApart = apart && batch.some((other) => apart(other.item) === apart(item))
      if (batch.length < most && !isOther && !isApart) batch.push(each)
    }
    waiting = waiting.filter((each) => !batch.includes(each))
    running++
    await run(batch)
    running--
    return next()
  }
  return (ctx: SharedContext, item: Item) =>
    new Promise<Result>((settle, fail) => {
      waiting.push({ ctx, item, settle, fail })
      // Who asks in the same turn of the event loop comes along.
      setImmediate(next)
    })
}

/** PostgreSQL answered with an error, and rolled back; where the connection was lost, nobody knows. */
function hasChangedNothing(error: unknown): boolean {
  return refusalOf(error) !== null && !isUnavailable(error)
}

/** SQL for the end of a select from `unnest`. PostgreSQL expects one row of it then, and finds orders and attempts by their keys; of ten it would read whole tables. */
export function asManyAs(items: unknown[]): SQL {
  return sql`limit ${items.length}`
}
