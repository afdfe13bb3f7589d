import type { Book, BookEntry } from './book.ts'
import { type Callback, planCallbacks } from './callbacks.ts'
import type { Delivery } from './delivery.ts'
import type { Faults } from './faults.ts'
import type { Prompt, Prompts, Result } from './prompts.ts'

/** Sends the results of prompts to the shop. */
export interface Courier {
  send(prompt: Prompt, result: Result): void
  /** The shop has queried this prompt: sends a callback that was held for that. */
  release(checkoutRequestId: string): void
}

interface Parts {
  book: Book
  prompts: Prompts
  faults: Faults
  delivery: Delivery
  now: () => Date
}

export function createCourier({ book, prompts, faults, delivery, now }: Parts): Courier {
  const held = new Map<string, () => void>()

  function send(prompt: Prompt, result: Result) {
    const fault = faults.take('callback', prompt.phone)
    const rounds = planCallbacks(prompt, result, fault)
    const go = () => delivery.follow(travel(prompt, rounds, fault))
    if (fault?.afterQuery) held.set(prompt.checkoutRequestId, go)
    else go()
  }

  async function travel(prompt: Prompt, rounds: Callback[][], fault?: { delayMs: number; drop: boolean }) {
    await delivery.pause(fault?.delayMs ?? 0)
    for (const round of rounds) {
      if (delivery.isStopping()) return
      await Promise.all(round.map((callback) => tell(prompt, callback, fault?.drop ?? false)))
    }
  }

  async function tell(prompt: Prompt, { code, body }: Callback, drop: boolean) {
    const told = drop ? ({ outcome: 'dropped' } as const) : await delivery.post(prompt.callbackUrl, prompt.shortcode, body)
    const entry: BookEntry = { kind: 'callback', at: now().toISOString(), checkoutRequestId: prompt.checkoutRequestId, code, ...told }
    await book.append(entry)
    prompts.apply(entry)
  }

  return {
    send,
    release: (id) => {
      held.get(id)?.()
      held.delete(id)
    },
  }
}
