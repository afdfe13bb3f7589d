import type { Database } from '#db/client.ts'

interface Memo {
  until: number
  result: Promise<unknown>
}
const memos = new WeakMap<Database, Map<string, Memo>>()

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
  if (last && last.until > clock()) return last.result as Promise<Result>
  const result = make()
  known.delete(key)
  known.set(key, { until: clock() + freshMs, result })
  for (const oldest of [...known.keys()].slice(0, -maxEntries)) known.delete(oldest)
  result.catch(() => known.delete(key))
  return result
}
