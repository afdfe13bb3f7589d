import type { Book, BookEntry } from './book.ts'
import type { Delivery } from './delivery.ts'
import type { FaultAt, Faults } from './faults.ts'
import { wireStamp } from './nairobi-time.ts'
import type { Prompt, Prompts, Result } from './prompts.ts'
import { resultDesc } from './results.ts'

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

interface Callback {
  code: string
  body: string
}

/** The callbacks of a result in rounds: rounds are sent in sequence, copies within a round at the same time. Real Daraja sends one callback (daraja §4). */
function planCallbacks(prompt: Prompt, result: Result, fault?: FaultAt<'callback'>): Callback[][] {
  const truth = { code: result.code, body: callbackBody(prompt, result, fault) }
  const copies = Array<Callback>(fault?.copies ?? 1).fill(truth)
  if (!fault?.contradict || !result.receipt) return [copies]
  const lie = { code: '1037', at: result.at }
  const untrue = [{ code: lie.code, body: callbackBody(prompt, lie) }]
  return fault.contradict === 'failureFirst' ? [untrue, copies] : [copies, untrue]
}

/** The body that Safaricom posts to CallBackURL: numbers where the query has strings, and no CallbackMetadata for a failure (daraja §2). */
export function callbackBody(prompt: Prompt, result: Result, fault?: FaultAt<'callback'>): string {
  return JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: prompt.merchantRequestId,
        CheckoutRequestID: prompt.checkoutRequestId,
        ResultCode: /^\d+$/.test(result.code) ? Number(result.code) : result.code,
        ResultDesc: resultDesc(result.code),
        CallbackMetadata: result.receipt === undefined ? undefined : { Item: items(prompt, result, fault) },
      },
    },
  })
}

function items(prompt: Prompt, result: Result, fault?: FaultAt<'callback'>) {
  const all = [
    { Name: 'Amount', Value: decimal(fault?.amount ?? prompt.amount) },
    { Name: 'MpesaReceiptNumber', Value: result.receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(wireStamp(new Date(result.at))) },
    { Name: 'PhoneNumber', Value: Number(prompt.phone) },
  ] as const
  return all.filter(({ Name }) => !fault?.without.includes(Name)).map((item) => (fault?.valueless.includes(item.Name) ? { Name: item.Name } : item))
}

/** Safaricom writes the amount as `1.00`, which JSON can hold and a JavaScript number cannot. */
function decimal(amount: number): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(amount.toFixed(2))
}
