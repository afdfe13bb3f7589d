import { setTimeout as wait } from 'node:timers/promises'

/** Posts callbacks to the shop, each once, without retries whatever the shop answers (daraja §4). */
export interface Delivery {
  post(url: string, shortcode: string, body: string): Promise<{ outcome: 'answered' | 'unanswered'; status?: number }>
  /** Tracks a job until it ends. A job that fails ends the process, because the book may be incomplete. */
  follow(job: Promise<void>): void
  /** Resolves early when the simulator stops; check `isStopping` afterwards. */
  pause(ms: number): Promise<void>
  isStopping(): boolean
  /** Resolves when no job is running. */
  settled(): Promise<void>
  stop(): Promise<void>
}

export function createDelivery(timeoutMs: number): Delivery {
  const stopping = new AbortController()
  const underway = new Set<Promise<void>>()

  async function settled() {
    while (underway.size > 0) await Promise.all(underway)
  }

  return {
    post: async (url, shortcode, body) => {
      // A reused connection could belong to a shop that has restarted, and would lose the only attempt.
      const headers = { 'content-type': 'application/json;charset=UTF-8', businessshortcode: shortcode, connection: 'close' }
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)])
      try {
        const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
        await answer.body?.cancel()
        return { outcome: 'answered', status: answer.status }
      } catch {
        return { outcome: 'unanswered' }
      }
    },
    follow: (job) => {
      underway.add(job)
      job.finally(() => underway.delete(job))
    },
    pause: async (ms) => {
      if (ms > 0) await wait(ms, undefined, { signal: stopping.signal }).catch(() => {})
    },
    isStopping: () => stopping.signal.aborted,
    settled,
    stop: () => {
      stopping.abort()
      return settled()
    },
  }
}
