import { useNavigate } from 'react-router'
import { cartKey } from '#domain/cart.ts'
import { showToast } from '#ui/kit/toast-store.ts'
import type { Done } from '#web/account/auth-answer.ts'
import { clearDraft } from '#web/account/draft.ts'
import { homeUrl, orderUrl } from '#web/addresses.ts'
import { createCartStore } from '#web/cart/cart-store.ts'
import { restoreSavedCart } from '#web/cart/restore-saved-cart.ts'
import { clearPendingClaim, readPendingClaim } from '#web/order/pending-claim.ts'
import { authStore } from '#web/session/auth-store.ts'
import { useShop } from '#web/shop-facts.ts'

/** What happens after sign-in: the auth store is updated, the saved cart restored, a toast shown, and the user goes to `next` (spec §8: home). */
export function useWelcome(next: string | null): (done: Done) => void {
  const navigate = useNavigate()
  const { name } = useShop()
  return (done) => {
    if (done.done !== 'signed-in') return
    clearDraft()
    restoreSavedCart(createCartStore(cartKey(name, done.session.user.id)), done.cart)
    authStore.learn(done.session)
    showToast({ title: 'Welcome back!', text: 'You have successfully signed in.' })
    const to = next ?? homeUrl
    // A user who signs in for another page may not be the one who wanted to claim an order.
    if (to !== pendingClaimUrl()) clearPendingClaim()
    void navigate(to, { replace: true })
  }
}

/** The page of the order that the visitor wanted to claim before signing in, or null; null on the server. */
export function pendingClaimUrl(): string | null {
  const claim = readPendingClaim()
  return claim && orderUrl(claim.id, claim.key)
}
