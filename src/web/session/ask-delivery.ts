import { deliveryUrl } from '#web/addresses.ts'

/** A place, or an address, which is posted so that no log and no cache has it; or a search for places. `goods` is KSh after discounts. */
type Question = { place: string; goods: number } | { address: string; place: string | undefined; goods: number } | { search: string }

/** Asks the shop about delivery after a pause; `answered` gets null where no answer came. Returns what takes the question back. */
export function askDelivery<Answer>(question: Question, pauseMs: number, answered: (answer: Answer | null) => void): () => void {
  const waiting = new AbortController()
  const ask = async (): Promise<Answer> => {
    const isPosted = 'address' in question
    const posted = { method: 'POST', body: JSON.stringify(question), headers: { 'Content-Type': 'application/json' } }
    const answer = await fetch(deliveryUrl(isPosted ? {} : question), { signal: waiting.signal, ...(isPosted && posted) })
    if (!answer.ok) throw new Error(`The shop answered ${answer.status}`)
    return await answer.json()
  }
  const timer = setTimeout(() => ask().then(answered, () => waiting.signal.aborted || answered(null)), pauseMs)
  return () => {
    clearTimeout(timer)
    waiting.abort()
  }
}
