import type { BookEntry, EntryOf } from './book.ts'

/** A payment request on a phone. It may have two results: an expiry, and a later success. */
export interface Prompt extends Omit<EntryOf<'prompt'>, 'kind'> {
  results: Result[]
  callbacks: { code: string; outcome: 'answered' | 'unanswered' | 'dropped'; status?: number }[]
}

export interface Result {
  code: string
  at: string
  receipt?: string
}

export type PromptState = 'open' | 'paid' | 'failed'

/** The prompts in memory, built only from the book's entries. */
export interface Prompts {
  apply(entry: BookEntry): void
  find(checkoutRequestId: string): Prompt | undefined
  findByReceipt(receipt: string): Prompt | undefined
  openOn(phone: string): Prompt | undefined
  /** Oldest first. */
  list(phone?: string): Prompt[]
  receipts(): Iterable<string>
  /** Time of the last success of this phone with this amount. */
  lastPaid(phone: string, amount: number): string | undefined
}

export function readPrompts(entries: BookEntry[]): Prompts {
  const prompts = new Map<string, Prompt>()
  const byPhone = new Map<string, Prompt[]>()
  // The subscriber lock leaves at most one open prompt on a phone.
  const open = new Map<string, Prompt>()
  const byReceipt = new Map<string, Prompt>()
  const paidAt = new Map<string, string>()

  function apply(entry: BookEntry) {
    if (entry.kind === 'prompt') return add(entry)
    if (entry.kind !== 'result' && entry.kind !== 'callback') return
    const prompt = prompts.get(entry.checkoutRequestId)
    if (!prompt) throw new Error(`the book has a ${entry.kind} for ${entry.checkoutRequestId}, but no prompt`)
    if (entry.kind === 'callback') prompt.callbacks.push({ code: entry.code, outcome: entry.outcome, status: entry.status })
    else addResult(prompt, { code: entry.code, at: entry.at, receipt: entry.receipt })
  }

  function add({ kind: _, ...facts }: EntryOf<'prompt'>) {
    const prompt: Prompt = { ...facts, results: [], callbacks: [] }
    prompts.set(prompt.checkoutRequestId, prompt)
    open.set(prompt.phone, prompt)
    const earlier = byPhone.get(prompt.phone)
    if (earlier) earlier.push(prompt)
    else byPhone.set(prompt.phone, [prompt])
  }

  function addResult(prompt: Prompt, result: Result) {
    prompt.results.push(result)
    if (open.get(prompt.phone) === prompt) open.delete(prompt.phone)
    if (!result.receipt) return
    byReceipt.set(result.receipt, prompt)
    paidAt.set(`${prompt.phone} ${prompt.amount}`, result.at)
  }

  for (const entry of entries) apply(entry)
  return {
    apply,
    find: (id) => prompts.get(id),
    findByReceipt: (receipt) => byReceipt.get(receipt),
    openOn: (phone) => open.get(phone),
    list: (phone) => (phone === undefined ? [...prompts.values()] : (byPhone.get(phone) ?? [])),
    receipts: () => byReceipt.keys(),
    lastPaid: (phone, amount) => paidAt.get(`${phone} ${amount}`),
  }
}

export function stateOf(prompt: Prompt): PromptState {
  if (prompt.results.length === 0) return 'open'
  return paidResult(prompt) ? 'paid' : 'failed'
}

/** The current result of a prompt: a success takes precedence over everything else. */
export function resultOf(prompt: Prompt): Result | undefined {
  return paidResult(prompt) ?? prompt.results.at(-1)
}

function paidResult(prompt: Prompt): Result | undefined {
  return prompt.results.find(({ receipt }) => receipt !== undefined)
}
