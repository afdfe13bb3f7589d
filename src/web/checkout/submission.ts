import { readSession, writeSession } from '#web/session-store.ts'

/** One press of Place Order: its key goes with it however often it is sent, so that it makes one order. */
export interface Submission {
  key: string
  /** The order as it was sent, as text. */
  content: string
}

const storageKey = 'checkout-submission'

/** The submission whose outcome is not known yet; it survives a reload. */
export function readSubmission(): Submission | null {
  return parseSubmission(readSession(storageKey))
}

/** The submission of this content: the one under way when the content is the same, a new one otherwise. */
export function submissionOf(content: string): Submission {
  const underWay = readSubmission()
  if (underWay?.content === content) return underWay
  const submission = { key: randomKey(), content }
  writeSession(storageKey, JSON.stringify(submission))
  return submission
}

/** Once the outcome is known, good or bad: the next press is another order. */
export function settleSubmission(): void {
  writeSession(storageKey, null)
}

export function parseSubmission(text: string | null): Submission | null {
  try {
    const { key, content } = JSON.parse(text ?? '') as Record<string, unknown>
    return typeof key === 'string' && typeof content === 'string' ? { key, content } : null
  } catch {
    return null
  }
}

/** 128 random bits. Not randomUUID, which browsers offer to https pages only. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
