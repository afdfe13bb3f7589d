import { readSession, writeSession } from '#web/browser/session-storage.ts'
import { submissionKey } from '#web/checkout/forget-checkout.ts'
import { randomKey } from '#web/random-key.ts'

/** One press of Place Order: its key goes with it however often it is sent, so that it makes one order. */
export interface Submission {
  key: string
  /** The order as it was sent, as text. */
  content: string
}

/** The submission whose outcome is not known yet; it survives a reload. */
export function readSubmission(): Submission | null {
  return parseSubmission(readSession(submissionKey))
}

/** The submission of this content: the one under way when the content is the same, a new one otherwise. */
export function submissionOf(content: string): Submission {
  const underWay = readSubmission()
  if (underWay?.content === content) return underWay
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
