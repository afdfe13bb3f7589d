import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { isUnavailable, refusalOf } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'

/** What the callers of a batch share. What belongs to one of them, such as the actor, comes with the item. */
export type SharedContext = Pick<Context, 'db' | 'now' | 'services'>

interface Bounds<Item> {
  /** Batches that run at the same time, each on a connection of its own. */
  atOnce: number
  /** Items of a batch. */
  most: number
  /** Items of a refused batch that are done again at the same time, each on a connection of its own. */
  again: number
  /** Items of which this is the same are never in one batch. */
  apart?: (item: Item) => unknown
}

/**
 * Makes one statement of what many callers ask for at the same time: PostgreSQL spends far more on starting a statement than on a row of it (decision 65). Whoever comes while
 * `atOnce` batches run is in the next one; an item that comes alone is done alone, at once. `work` is one statement, or one transaction, and answers a result for each item, in
 * their order. Where PostgreSQL refuses a batch it has changed nothing, and each item is done again by itself: no caller gets the refusal of another. Not within a transaction, which
 * a refusal would end.
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

/** Callers that may wait for a batch. */
const mostWaiting = 1_000

function createQueue<Item, Result>({ atOnce, most, again, apart }: Bounds<Item>, work: (ctx: SharedContext, items: Item[]) => Promise<Result[]>) {
  let waiting: Waiting<Item, Result>[] = []
  let running = 0

  /** The one that has waited longest, and those that may be in one batch with it. */
  const takeBatch = () => {
    const batch: typeof waiting = []
    for (const each of waiting) {
      const [first = each] = batch
      const isOther = each.ctx.now !== first.ctx.now || each.ctx.services !== first.ctx.services
      const isApart = apart && batch.some(({ item }) => apart(item) === apart(each.item))
      if (batch.length < most && !isOther && !isApart) batch.push(each)
    }
    waiting = waiting.filter((each) => !batch.includes(each))
    return batch
  }
  const run = async (batch: typeof waiting): Promise<void> => {
    const { ctx } = batch[0] as (typeof batch)[0]
    const items = batch.map(({ item }) => item)
    try {
      const results = await work(ctx, items)
      for (const [at, { settle }] of batch.entries()) settle(results[at] as Result)
    } catch (error) {
      if (batch.length === 1 || !hasChangedNothing(error)) for (const { fail } of batch) fail(error)
      else for (let at = 0; at < batch.length; at += again) await Promise.all(batch.slice(at, at + again).map((each) => run([each])))
    }
  }
  const start = async () => {
    if (running >= atOnce) return
    running++
    while (waiting.length > 0) await run(takeBatch())
    running--
  }
  return (ctx: SharedContext, item: Item) =>
    new Promise<Result>((settle, fail) => {
      if (waiting.length >= mostWaiting) return fail(new Problem('unavailable', { retryAfter: 5 }))
      waiting.push({ ctx, item, settle, fail })
      // Who asks in the same turn of the event loop comes along.
      setImmediate(start)
    })
}

/** PostgreSQL answered with an error, and rolled back; where the connection was lost, nobody knows. */
function hasChangedNothing(error: unknown): boolean {
  return refusalOf(error) !== null && !isUnavailable(error)
}

/** A field of all items, as an array for `unnest`. */
export function arrayOf<Item, Name extends keyof Item>(items: Item[], name: Name) {
  return sql.param(items.map((item) => item[name]))
}

/** SQL for the end of a select from `unnest`. Without it PostgreSQL expects ten rows, and reads whole tables; with it one, and finds orders and attempts by their keys. */
export function asManyAs(items: unknown[]): SQL {
  return sql`limit ${items.length}`
}
