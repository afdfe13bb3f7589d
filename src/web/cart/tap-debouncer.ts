/** A second tap on the same thing within these milliseconds belongs to the first. */
const windowMs = 500

/** Creates a function that returns whether a tap on `of` repeats the one before and should be ignored. `now` returns milliseconds since any start. */
export function createTapDebouncer(now: () => number = () => performance.now()): (of: string) => boolean {
  let last = { of: '', at: Number.NEGATIVE_INFINITY }
  return (of) => {
    const at = now()
    if (last.of === of && at - last.at < windowMs) return true
    last = { of, at }
    return false
  }
}
