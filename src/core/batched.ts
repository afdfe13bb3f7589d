import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { isUnavailable, refusalOf } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'

/** What those who ask share. What belongs to one of them, such as the actor, comes with what is asked. */
export type SharedContext = Pick<Context, 'db' | 'now' | 'services'>

/** What is asked of a statement: a row for each who asks, of one who comes alone a single one. Statements read it by `arrayOf` and `rowsOf`. */
export type Asked<Item> = Item[]

interface Bounds<Item> {
  /** Batches that run at the same time, each on a connection of its own. */
  atOnce: number
  /** Items of a batch. */
  most: number
  /** Items of a refused batch that are done again at the same time, each on a connection of its own. */
  again: number
  /** Items of which this is the same are never in one batch. */
  apart?: (item: Item) => unknown
  /** Items that are never in a batch. */
  alone?: (item: Item) => boolean
  /** The items of a batch are sorted by this text. */
  inOrder?: (item: Item) => string
}

interface Identified<Item> extends Bounds<Item> {
  /** The `id` of the row that belongs to an item; null where the statement returns none. Without this there is a row for each, in the order in which they are asked. */
  id: (item: Item) => string | null
}

type Ask<Item, Row> = (ctx: SharedContext, item: Item) => Promise<Row>
type Work<Item, Row> = (ctx: SharedContext, asked: Asked<Item>) => Promise<Row[]>

/**
 * A statement for one who asks, and in the same words for all who ask at the same moment: here, and nowhere else, one becomes many. PostgreSQL spends far more on starting a statement
 * than on a row of it (decision 65). What comes while `atOnce` batches run is in the next one; an item that comes alone is done alone, at once. `work` is one statement, or one
 * transaction. Where PostgreSQL refuses a batch it has changed nothing, and each item is done again by itself: no caller gets the refusal of another. Not within a transaction, which a
 * refusal would end.
 */
export function batched<Item, Row>(bounds: Identified<Item>, work: Work<Item, Row & { id: unknown }>): Ask<Item, Row | null>
export function batched<Item, Row>(bounds: Bounds<Item>, work: Work<Item, Row>): Ask<Item, Row>
export function batched<Item, Row>(bounds: Bounds<Item> & Partial<Identified<Item>>, work: Work<Item, Row>): Ask<Item, Row | null> {
  const { alone, inOrder, id } = bounds
  const workOnBatch = async (ctx: SharedContext, items: Item[]): Promise<(Row | null)[]> => {
    const rows = await work(ctx, inOrder ? items.toSorted((one, other) => compareText(inOrder(one), inOrder(other))) : items)
    if (!id) return rows
    const byId = new Map(rows.map((row) => [(row as { id?: unknown }).id, row]))
    return items.map((item) => byId.get(id(item)) ?? null)
  }
  const queues = new WeakMap<Database, Ask<Item, Row | null>>()
  return async (ctx, item) => {
    if (alone?.(item)) return (await work(ctx, [item]))[0] ?? null
    const queue = queues.get(ctx.db) ?? createQueue(bounds, workOnBatch)
    queues.set(ctx.db, queue)
    return queue(ctx, item)
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
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

/** PostgreSQL answered with an error, and rolled back; where the connection was lost, the outcome is not known. */
function hasChangedNothing(error: unknown): boolean {
  return refusalOf(error) !== null && !isUnavailable(error)
}

/** A field of what is asked, for `unnest`. */
export function arrayOf<Item, Name extends keyof Item>(asked: Asked<Item>, name: Name) {
  return sql.param(asked.map((item) => item[name]))
}

/** What is asked as an array of JSON, for `unnest`. */
export function documentsOf(asked: Asked<object>) {
  return sql.param(asked.map((item) => JSON.stringify(item)))
}

/** What is asked as rows of JSON, one or several of each, for `jsonb_to_recordset`. */
export function rowsOf<Item>(asked: Asked<Item>, toRows: (item: Item) => object): string {
  return JSON.stringify(asked.flatMap(toRows))
}

/** SQL for the end of a select from `unnest`. Without it PostgreSQL expects ten rows, and reads whole tables; with it one, and finds orders and attempts by their keys. */
export function asManyAs(asked: Asked<unknown>): SQL {
  return sql`limit ${asked.length}`
}
