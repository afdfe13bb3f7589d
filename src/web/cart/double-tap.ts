/** Milliseconds within which a second tap on the same thing belongs to the first: a thumb that trembles or doubts. */
const doubt = 500

/** Answers whether a tap is the echo of one that counted. `now` in milliseconds, of any beginning. */
export function createEchoTest(now: () => number = () => performance.now()): (of: string) => boolean {
  let last = { of: '', at: Number.NEGATIVE_INFINITY }
  return (of) => {
    const at = now()
    if (last.of === of && at - last.at < doubt) return true
    last = { of, at }
    return false
  }
}
