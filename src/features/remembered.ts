import type { Database } from '#db/client.ts'

interface Remembered {
  until: number
  answer: Promise<unknown>
}
const remembered = new WeakMap<Database, Map<string, Remembered>>()

/** For how long an answer is given again. */
const freshMs = 60_000
/** Answers kept at once: what is asked for can be without end. */
const most = 200

/**
 * An answer that takes long to count and may be a minute old, by its key, in this process. Several who ask at once are told the same; what failed is
 * asked for again.
 */
export function rememberFor<Answer>(
  db: Database,
  key: string,
  make: () => Promise<Answer>,
  clock: () => number = () => performance.now(),
): Promise<Answer> {
  const known = remembered.get(db) ?? new Map<string, Remembered>()
  remembered.set(db, known)
  const last = known.get(key)
  if (last && last.until > clock()) return last.answer as Promise<Answer>
  const answer = make()
  known.delete(key)
  known.set(key, { until: clock() + freshMs, answer })
  for (const oldest of [...known.keys()].slice(0, -most)) known.delete(oldest)
  answer.catch(() => known.delete(key))
  return answer
}
