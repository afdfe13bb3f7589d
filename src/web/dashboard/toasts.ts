import { showToast, type Toast } from '#ui/kit/toast-store.ts'
import type { Answer, Intent, Outcome } from '#web/dashboard/profile-acts.ts'

const signedOutText = 'All other devices were signed out.'

/** Toasts for forms that succeeded; the form itself may be gone after its change. */
const words: Partial<Record<Intent, (outcome: Outcome) => Toast>> = {
  profile: () => ({ title: 'Profile updated' }),
  address: () => ({ title: 'Check your e-mail', text: 'Your address changes when you open the link there.' }),
  password: () => ({ title: 'Password updated!', text: signedOutText }),
  'end-session': () => ({ title: 'Device signed out' }),
  'end-other-sessions': ({ ended }) => ({
    title: 'Signed out everywhere else',
    text: `${ended} ${ended === 1 ? 'device was' : 'devices were'} signed out.`,
  }),
  'confirm-second-factor': () => ({ title: 'Two-step sign-in is on', text: signedOutText }),
  payout: () => ({ title: 'Payout requested successfully' }),
  'payout-cancel': () => ({ title: 'Payout request cancelled', text: 'Its amount is back in your balance.' }),
  'payout-details': () => ({ title: 'Payout request changed' }),
  'end-second-factor': () => ({ title: 'Two-step sign-in is off', text: signedOutText }),
}

/** Shows the toast of a form that succeeded, if it has one. Browser only. */
export function toastOutcome(answer: Answer): void {
  const toast = 'done' in answer && words[answer.intent]?.(answer.done)
  if (toast) showToast({ ...toast, topic: answer.intent })
}
