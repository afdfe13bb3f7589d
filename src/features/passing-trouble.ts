import { isPassing, isUnavailable } from '#db/errors.ts'

/** Whether the database is away, or two statements stood in each other's way: the same request may work in a moment. */
export function isPassingTrouble(error: unknown): boolean {
  return isUnavailable(error) || isPassing(error)
}
