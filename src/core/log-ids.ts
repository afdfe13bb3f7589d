import { AsyncLocalStorage } from 'node:async_hooks'

/** The ids by which the log lines of one piece of work are found: nothing personal, and nothing that opens an order. */
interface LogIds {
  /** Of an HTTP request; its answer carries it as `x-request-id`. */
  request?: string
  /** The name of a background job, and the id of this run of it. */
  job?: string
  run?: string
  order?: string
}

const storage = new AsyncLocalStorage<LogIds>()

/** The ids of the work that is running now, for each line of the log (`createLog`). */
export function currentLogIds(): LogIds {
  return { ...storage.getStore() }
}

/** Runs the work under these ids, beside those that it runs under already. */
export function withLogIds<Result>(ids: LogIds, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...ids }, work)
}

/** From here on every line of this request, or of this row of a job, names the order. */
export function noteOrder(order: string | null) {
  const ids = storage.getStore()
  if (ids && order !== null) ids.order = order
}
