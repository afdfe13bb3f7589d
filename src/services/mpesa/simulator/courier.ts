import { setTimeout as pause } from 'node:timers/promises'
import type { Book, BookEntry } from './book.ts'
import { type Callback, planCallbacks } from './callbacks.ts'
import type { Faults } from './faults.ts'
import type { Prompt, Prompts, Result } from './prompts.ts'

/** Takes results to the shop: once, without a second try whatever the shop answers (daraja §4). */
export interface Courier {
  send(prompt: Prompt, result: Result): void
  /** The shop has asked about this prompt: a callback that was held for that goes out now. */
  release(checkoutRequestId: string): void
  /** Resolves when nothing is on its way; held callbacks do not count. */
  settled(): Promise<void>
  stop(): Promise<void>
}

interface Parts {
  book: Book
  prompts: Prompts
  faults: Faults
  now: () => Date
  timeoutMs: number
}

export function createCourier({ book, prompts, faults, now, timeoutMs }: Parts): Courier {
  const stopping = new AbortController()
  const underway = new Set<Promise<void>>()
  const held = new Map<string, () => void>()

  function send(prompt: Prompt, result: Result) {
    const fault = faults.take('callback', prompt.phone)
    const rounds = planCallbacks(prompt, result, fault)
    const go = () => track(travel(prompt, rounds, fault))
    if (fault?.afterQuery) held.set(prompt.checkoutRequestId, go)
    else go()
  }

  function track(job: Promise<void>) {
    underway.add(job)
    job.finally(() => underway.delete(job))
  }

  async function travel(prompt: Prompt, rounds: Callback[][], fault?: { delayMs: number; drop: boolean }) {
    if (fault?.delayMs) await pause(fault.delayMs, undefined, { signal: stopping.signal }).catch(() => {})
    for (const round of rounds) {
      if (stopping.signal.aborted) return
      await Promise.all(round.map((callback) => tell(prompt, callback, fault?.drop ?? false)))
    }
  }

  async function tell(prompt: Prompt, { code, body }: Callback, drop: boolean) {
    const told = drop ? ({ outcome: 'dropped' } as const) : await post(prompt, body)
    const entry: BookEntry = { kind: 'callback', at: now().toISOString(), checkoutRequestId: prompt.checkoutRequestId, code, ...told }
    await book.append(entry)
    prompts.apply(entry)
  }

  async function post(prompt: Prompt, body: string): Promise<{ outcome: 'answered' | 'unanswered'; status?: number }> {
    // A connection kept from before could belong to a shop that has restarted, and would lose the only try.
    const headers = { 'content-type': 'application/json;charset=UTF-8', businessshortcode: prompt.shortcode, connection: 'close' }
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)])
    try {
      const answer = await fetch(prompt.callbackUrl, { method: 'POST', headers, body, signal, redirect: 'manual' })
      await answer.body?.cancel()
      return { outcome: 'answered', status: answer.status }
    } catch {
      return { outcome: 'unanswered' }
    }
  }

  async function settled() {
    while (underway.size > 0) await Promise.all(underway)
  }

  return {
    send,
    release: (id) => {
      held.get(id)?.()
      held.delete(id)
    },
    settled,
    stop: () => {
      stopping.abort()
      return settled()
    },
  }
}
