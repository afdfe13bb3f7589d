import { setTimeout as pause } from 'node:timers/promises'
import { isDiskFull, isPassing, isUnavailable } from '#db/errors.ts'

/** Whether the database is away or has no room left, or two statements stood in each other's way: the same request may work in a moment. */
export function isPassingTrouble(error: unknown): boolean {
  return isUnavailable(error) || isPassing(error) || isDiskFull(error)
}

/** Whether the database has no room left: for a person, Problem `storage_full`. */
export function isStorageFull(error: unknown): boolean {
  return isDiskFull(error)
}

/** Milliseconds after which trouble is no longer passing; a restart of the database takes less. */
const patience = 8_000

/** Does what has to be written down, again while passing trouble is in the way: nobody will say it a second time. The work must bear being done twice. */
export async function throughPassingTrouble<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const end = performance.now() + patience; ; await pause(200)) {
    try {
      return await work()
    } catch (error) {
      if (!isPassingTrouble(error) || performance.now() > end) throw error
    }
  }
}
