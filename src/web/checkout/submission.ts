import { randomKey } from '#web/browser/random-key.ts'
import { storedValue, tab } from '#web/browser/stored-value.ts'
import { typedKeys } from '#web/session/clear-on-sign-out.ts'

/** One press of Place Order. It is always sent with the same idempotency key, so that it makes one order however often it is sent. */
export interface Submission {
  key: string
  /** The order's JSON as it was sent. */
  content: string
}

const stored = storedValue<Submission | null>(tab, typedKeys.submission, { empty: null, parse })

/** The submission of this tab whose outcome is unknown; it survives a reload. */
export const readSubmission = stored.get

/** The submission for this content: the pending one if its content is equal, otherwise a new one, which becomes the pending one. */
export function submissionOf(content: string): Submission {
  const pending = readSubmission()
  if (pending?.content === content) return pending
  const submission = { key: randomKey(), content }
  stored.tryWrite(submission)
  return submission
}

/** Call it once the outcome is known: the next press of Place Order is a new order. */
export function clearSubmission(): void {
  stored.tryWrite(null)
}

function parse(text: string): Submission | null {
  const { key, content } = JSON.parse(text) as Record<string, unknown>
  return typeof key === 'string' && typeof content === 'string' ? { key, content } : null
}
