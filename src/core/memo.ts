import type { Database } from '#db/client.ts'

interface Memo {
  until: number
  /** How often its key had been forgotten. */
  round: number | undefined
  result: Promise<unknown>
}
const memos = new WeakMap<Database, Map<string, Memo>>()
const forgotten = new Map<string, number>()

/** How long a result is returned again. */
const freshMs = 60_000
/** Results held at once: there can be any number of keys. */
const maxEntries = 200

/**
 * Memoizes, by key and in this process, a slow result that may be a minute old. Concurrent callers share one promise; a failure is not kept.
 */
export function memoizeFor<Result>(
  db: Database,
  key: string,
  make: () => Promise<Result>,
  clock: () => number = () => performance.now(),
): Promise<Result> {
  const known = memos.get(db) ?? new Map<string, Memo>()
  memos.set(db, known)
  const last = known.get(key)
  const round = forgotten.get(key)
  if (last && last.round === round && last.until > clock()) return last.result as Promise<Result>
  const result = make()
  known.delete(key)
  known.set(key, { until: clock() + freshMs, round, result })
  for (const oldest of [...known.keys()].slice(0, -maxEntries)) known.delete(oldest)
  result.catch(() => known.get(key)?.result === result && known.delete(key))
  return result
}

/** Forgets what this process keeps under a key, because it has changed: the next caller gets it made again, also while an older result is still being made. */
export function forgetMemo(key: string): void {
  forgotten.set(key, (forgotten.get(key) ?? 0) + 1)
}
