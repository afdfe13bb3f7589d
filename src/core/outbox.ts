import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'

/** `unknown`: it may have arrived, so it is not sent again. `skipped`: there was no need to send it any more. */
export type MessageState = 'due' | 'sending' | 'sent' | 'unknown' | 'failed' | 'skipped'

/** A due row that this process has taken; `tries` has counted this one. */
interface Taken {
  id: string
  kind: string
  tries: number
}

/**
 * How a try ended. `later`: not sent, and a retry may succeed, after `seconds` at the earliest. `never`: not sent, and no retry would help. `unknown`: it may have arrived.
 * `skipped`: there is no need to send it any more. Codes name no person: they are logged.
 */
export type Answer =
  | { outcome: 'sent' }
  | { outcome: 'later'; code: string; seconds?: number | null }
  | { outcome: 'never' | 'unknown' | 'skipped'; code: string }

/** What becomes of a row: `pause` are the seconds until it is due again, null where it is over. */
export interface Mark {
  state: MessageState
  pause: number | null
  code: string | null
}

/**
 * What is done about a row: it is sent; or it is over without that; or the composer has written itself, in a transaction of its own, what became of it. `isOnce`: the receiver
 * would have it twice if it were sent twice, so it is marked before it is sent.
 */
export type Composed<Sent extends Answer> = { send(): Promise<Sent>; isOnce: boolean } | { answer: Sent } | { state: MessageState }

/** One kind of message: the rows that wait, and the composer that makes of each what is sent. */
export interface Outbox<Row extends Taken, Sent extends Answer> {
  /** What the log calls one. */
  name: string
  /** It has `id`, `tries`, `state`, `next_at` and `last_error`. */
  table: 'messages' | 'notices' | 'alert_messages'
  /** The most that `take` takes. */
  atOnce: number
  /** Takes what is due: counts the try, and moves `next_at` on by `leaseSeconds`, so that no other process takes it too. */
  take(ctx: Context): Promise<Row[]>
  /** Reads what the rows need, all at once. The composer that it returns says what is sent now, and where to. */
  compose(ctx: Context, rows: Row[]): Promise<(row: Row) => Promise<Composed<Sent>>>
  /** Writes what became of a row, unless another process has taken it meanwhile: its `tries` are others then. Returns whether it did. */
  settle(ctx: Context, row: Row, mark: Mark, answer: Sent | null): Promise<boolean>
  /** Runs the work on one row, such as under the ids by which the log is searched. */
  within?<Result>(row: Row, work: () => Promise<Result>): Promise<Result>
}

/** Seconds after which a row whose process died is due again: longer than any try may take. */
export const leaseSeconds = 60

/**
 * Sends everything that is due, each message once, in any number of processes: a process takes a row by moving its due time. One that its receiver would have twice is marked
 * before it is sent: a process that dies in between, or hears no answer, leaves it `unknown`, and it is never repeated. What did not go is tried again with growing pauses
 * for three days. Returns how many were sent.
 */
export async function sendDue<Row extends Taken, Sent extends Answer>(ctx: Context, outbox: Outbox<Row, Sent>): Promise<number> {
  await giveUpLost(ctx, outbox.table)
  for (let sent = 0; ; ) {
    const due = await outbox.take(ctx)
    const states = due.length > 0 ? await sendAll(ctx, outbox, due) : []
    sent += states.filter((state) => state === 'sent').length
    // More may be waiting; but the job leaves a failing server alone until its next run.
    if (due.length < outbox.atOnce || states.includes('due')) return sent
  }
}

/** A process died while it was sending, maybe a message of another kind in the same table. */
async function giveUpLost({ db, now, log }: Context, table: Outbox<never, never>['table']): Promise<void> {
  const rows = sql.identifier(table)
  const { rows: lost } = await db.execute<{ id: string }>(sql`
    update ${rows} set state = 'unknown', next_at = null, last_error = 'cut off while it was sent' where state = 'sending' and next_at <= ${now} returning id::text`)
  for (const { id } of lost) log.warn({ message: id, table }, 'message perhaps sent; it is not repeated')
}

/** Returns the states of the rows, `due` for one that is tried again. */
async function sendAll<Row extends Taken, Sent extends Answer>(ctx: Context, outbox: Outbox<Row, Sent>, due: Row[]): Promise<MessageState[]> {
  const compose = await outbox.compose(ctx, due)
  const composed = await Promise.all(
    due.map(async (row) => ({ row, next: await alone(ctx, outbox, row, () => composeOne(ctx, outbox, row, compose)) })),
  )
  const once = composed.flatMap(({ row, next }) => (next && 'send' in next && next.isOnce ? [row] : []))
  const marked = once.length > 0 ? await markSending(ctx, outbox, once) : null
  return Promise.all(
    composed.map(async ({ row, next }) => {
      if (next === null) return 'due'
      if ('state' in next) return next.state
      if ('send' in next && next.isOnce && !marked?.has(String(row.id))) return 'skipped'
      const answered = alone(ctx, outbox, row, async () => settle(ctx, outbox, row, 'send' in next ? await next.send() : next.answer))
      return (await answered) ?? 'due'
    }),
  )
}

/** A failure of one row does not stop the others; the row is due again when its lease is over. Null where it failed. */
async function alone<Row extends Taken, Result>(
  { log }: Context,
  { name, within = (_, work) => work() }: Pick<Outbox<Row, never>, 'name' | 'within'>,
  row: Row,
  work: () => Promise<Result>,
): Promise<Result | null> {
  return within(row, async () => {
    try {
      return await work()
    } catch (error) {
      log.error({ message: row.id, kind: row.kind, tries: row.tries, error }, `${name} failed`)
      return null
    }
  })
}

/** What cannot be written now is put off like what was not taken. */
async function composeOne<Row extends Taken, Sent extends Answer>(
  ctx: Context,
  outbox: Outbox<Row, Sent>,
  row: Row,
  compose: (row: Row) => Promise<Composed<Sent>>,
): Promise<Composed<Sent>> {
  try {
    return await compose(row)
  } catch (error) {
    const mark = markOf(row, { outcome: 'later', code: 'not written' })
    ctx.log.error({ message: row.id, kind: row.kind, tries: row.tries, pause: mark.pause, error }, `${outbox.name} could not be written`)
    await outbox.settle(ctx, row, mark, null)
    return { state: 'skipped' }
  }
}

/** All in one statement. Returns the ids that were marked: another process may have taken the others meanwhile. */
async function markSending({ db }: Context, { table }: Pick<Outbox<never, never>, 'table'>, taken: Taken[]): Promise<Set<string>> {
  const rows = sql.identifier(table)
  const each = taken.map(({ id, tries }) => sql`(${id}, ${tries})`)
  const { rows: marked } = await db.execute<{ id: string }>(sql`
    update ${rows} set state = 'sending' where (id, tries) in (${sql.join(each, sql`, `)}) and state = 'due' returning id::text`)
  return new Set(marked.map(({ id }) => id))
}

async function settle<Row extends Taken, Sent extends Answer>(
  ctx: Context,
  outbox: Outbox<Row, Sent>,
  row: Row,
  answer: Sent,
): Promise<MessageState> {
  const mark = markOf(row, answer)
  if (!(await outbox.settle(ctx, row, mark, answer))) return 'skipped'
  const { id: message, kind, tries } = row
  const { state, pause, code } = mark
  if (state === 'sent') ctx.log.info({ message, kind }, `${outbox.name} sent`)
  if (state === 'due') ctx.log.warn({ message, kind, tries, code, pause }, `${outbox.name} not sent; it is tried again`)
  if (state === 'failed') ctx.log.error({ message, kind, tries, code }, `${outbox.name} given up`)
  if (state === 'unknown') ctx.log.warn({ message, kind, tries, code }, `${outbox.name} perhaps sent; it is not repeated`)
  return state
}

function markOf({ tries }: Taken, answer: Answer): Mark {
  const over = (state: MessageState, code: string | null = null) => ({ state, pause: null, code })
  if (answer.outcome === 'sent') return over('sent')
  if (answer.outcome !== 'later') return over(answer.outcome === 'never' ? 'failed' : answer.outcome, answer.code)
  const pause = nextTryAfter(tries)
  if (pause === null) return over('failed', answer.code)
  return { state: 'due', pause: Math.max(pause, answer.seconds ?? 0), code: answer.code }
}

/** Seconds until a message is tried again, by the number of tries; null once it is given up, three days after the first try. */
export function nextTryAfter(tries: number): number | null {
  return trySchedule[tries - 1] ?? null
}
const minute = 60
const hour = 60 * minute
/** 10 and 30 s, 1, 5, 15, 30 minutes, 1 and 2 hours, then every four hours. */
const trySchedule = [10, 30, minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, ...Array<number>(17).fill(4 * hour)]
