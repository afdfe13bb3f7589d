import { writeSession } from '#web/browser/session-storage.ts'

/** Where this tab keeps what was typed, and the press of Place Order whose outcome is not known yet. Every page can forget them; only checkout reads them. */
export const draftKey = 'checkout-draft'
export const submissionKey = 'checkout-submission'

/** After the order that took it along, and when its person has left. */
export function forgetDraft(): void {
  writeSession(draftKey, null)
}

/** Once the outcome is known, good or bad: the next press is another order. */
export function settleSubmission(): void {
  writeSession(submissionKey, null)
}
