import { writeSession } from '#web/browser/session-storage.ts'

/**
 * The `sessionStorage` keys of the typed fields and of the submission whose outcome is unknown. They are in a file of their own because every page can clear
 * them, and only checkout reads them.
 */
export const draftKey = 'checkout-draft'
export const submissionKey = 'checkout-submission'

/** Call it after the order was placed and when the user signs out. */
export function clearDraft(): void {
  writeSession(draftKey, null)
}

/** Call it once the outcome is known: the next press of Place Order is a new order. */
export function clearSubmission(): void {
  writeSession(submissionKey, null)
}
