import { randomKey } from '#web/browser/random-key.ts'
import { readSession, writeSession } from '#web/browser/session-storage.ts'
import { submissionKey } from '#web/checkout/clear-checkout.ts'

/** One press of Place Order. It is always sent with the same idempotency key, so that it makes one order however often it is sent. */
export interface Submission {
  key: string
  /** The order's JSON as it was sent. */
  content: string
}

/** The submission of this tab whose outcome is unknown; it survives a reload. */
export function readSubmission(): Submission | null {
  return parseSubmission(readSession(submissionKey))
}

/** The submission for this content: the pending one if its content is equal, otherwise a new one. */
export function submissionOf(content: string): Submission {
  const pending = readSubmission()
  if (pending?.content === content) return pending
  const submission = { key: randomKey(), content }
  writeSession(submissionKey, JSON.stringify(submission))
  return submission
}

export function parseSubmission(text: string | null): Submission | null {
  try {
    const { key, content } = JSON.parse(text ?? '') as Record<string, unknown>
    return typeof key === 'string' && typeof content === 'string' ? { key, content } : null
  } catch {
    return null
  }
}
