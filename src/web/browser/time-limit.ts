/** Aborts after so many milliseconds. `AbortSignal.timeout` is newer than the oldest browsers of the shop's pages. */
export function timeLimit(milliseconds: number): AbortSignal {
  const limit = new AbortController()
  setTimeout(() => limit.abort(), milliseconds)
  return limit.signal
}
