import autocannon from 'autocannon'

export interface Rate {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  requests: number
  /** Responses other than 2xx, and failed requests. */
  failed: number
}

/** A browser's Accept-Encoding. */
export const acceptEncoding = 'gzip, deflate, br, zstd'

/** Requests pages over `connections` connections, each one request after the other. `nextPath` is called once per request. */
export function loadPages(origin: string, nextPath: () => string, { connections, seconds }: { connections: number; seconds: number }): Promise<Rate> {
  const times: number[] = []
  return new Promise((settle, fail) => {
    const instance = autocannon(
      {
        url: origin,
        connections,
        duration: seconds,
        headers: { 'accept-encoding': acceptEncoding, accept: 'text/html' },
        requests: [{ setupRequest: (request) => ({ ...request, path: nextPath() }) }],
      },
      (error: Error | null, result: autocannon.Result) => {
        if (error) fail(error)
        else settle(rateOf(times, result.duration * 1000, result.non2xx + result.errors + result.timeouts))
      },
    )
    instance.on('response', (_client: unknown, _status: number, _bytes: number, time: number) => times.push(time))
  })
}

/** Repeats a call with `callers` concurrent callers for `seconds`; calls in progress are finished. A throw counts as failed. */
export async function loadCalls(
  work: (number: number) => Promise<unknown>,
  { callers, seconds }: { callers: number; seconds: number },
): Promise<Rate> {
  const times: number[] = []
  let failed = 0
  let number = 0
  const start = performance.now()
  const caller = async () => {
    while (performance.now() - start < seconds * 1000) {
      const begun = performance.now()
      await work(number++).catch(() => failed++)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return rateOf(times, performance.now() - start, failed)
}

/** `times` and `elapsed` in milliseconds. */
export function rateOf(times: number[], elapsed: number, failed: number): Rate {
  times.sort((a, b) => a - b)
  const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: (times.length / elapsed) * 1000, p50: percentile(0.5), p99: percentile(0.99), requests: times.length, failed }
}
