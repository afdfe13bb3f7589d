import type { AuthStore } from '#web/account/auth-store.ts'
import { forgetDraft as forgetAccountDraft } from '#web/account/draft.ts'
import { forgetChat } from '#web/chat/chat-state.ts'
import { forgetDraft as forgetCheckoutDraft, settleSubmission } from '#web/checkout/forget-checkout.ts'
import { forgetEverythingSeen } from '#web/offline/forget.ts'

/**
 * Forgets what somebody typed in this tab, and looked at on this device, when they sign out, here or in another tab, and when somebody else takes their place: phones go from hand to
 * hand. A guest who signs in keeps what they typed. Answers how to stop.
 */
export function forgetTypedOf(store: Pick<AuthStore, 'get' | 'subscribe'>): () => void {
  let last = store.get()?.user.id ?? null
  return store.subscribe(() => {
    const next = store.get()?.user.id ?? null
    if (last !== null && next !== last) {
      forgetAccountDraft()
      forgetCheckoutDraft()
      settleSubmission()
      forgetChat()
      void forgetEverythingSeen()
    }
    last = next
  })
}
