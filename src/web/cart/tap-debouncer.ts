/** A second tap on the same thing within these milliseconds belongs to the first. */
const windowMs = 500

/** Returns whether a tap repeats one that counted, and is to be ignored. `now` in milliseconds, of any beginning. */
export function createTapDebouncer(now: () => number = () => performance.now()): (of: string) => boolean {
  let last = { of: '', at: Number.NEGATIVE_INFINITY }
  return (of) => {
    const at = now()
    if (last.of === of && at - last.at < windowMs) return true
    last = { of, at }
    return false
  }
}
