import { clearDraft as forgetAccountDraft } from '#web/account/draft.ts'
import { clearChat } from '#web/chat/chat-state.ts'
import { clearSubmission, clearDraft as forgetCheckoutDraft } from '#web/checkout/clear-checkout.ts'
import { clearViewedPages } from '#web/offline/clear-viewed.ts'
import type { AuthStore } from '#web/session/auth-store.ts'

/**
 * Clears what was typed in this tab and viewed on this device when the user signs out, here or in another tab, and when another user signs in: phones are
 * shared. A guest who signs in keeps what they typed. Returns a function that stops it.
 */
export function clearOnSignOut(store: Pick<AuthStore, 'get' | 'subscribe'>): () => void {
  let last = store.get()?.user.id ?? null
  return store.subscribe(() => {
    const next = store.get()?.user.id ?? null
    if (last !== null && next !== last) {
      forgetAccountDraft()
      forgetCheckoutDraft()
      clearSubmission()
      clearChat()
      void clearViewedPages()
    }
    last = next
  })
}
