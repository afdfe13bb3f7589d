import { useNavigate } from 'react-router'
import { cartKey } from '#domain/cart.ts'
import { showToast } from '#ui/kit/toast-store.ts'
import type { Done } from '#web/account/auth-answer.ts'
import { forgetDraft } from '#web/account/draft.ts'
import { authStore } from '#web/account/use-auth.ts'
import { homeUrl, orderUrl } from '#web/addresses.ts'
import { bringBackCart } from '#web/cart/bring-back.ts'
import { createCartStore } from '#web/cart/cart-store.ts'
import { clearPendingClaim, readPendingClaim } from '#web/order/pending-claim.ts'
import { useShop } from '#web/shop-facts.ts'

/** What follows signing in: the browser knows it, a word, and on to where somebody wanted to go (spec §8: home). */
export function useWelcome(next: string | null): (done: Done) => void {
  const navigate = useNavigate()
  const { name } = useShop()
  return (done) => {
    if (done.done !== 'signed-in') return
    forgetDraft()
    bringBackCart(
      createCartStore(cartKey(name, done.session.user.id), () => localStorage, globalThis),
      done.cart,
    )
    authStore.learn(done.session)
    showToast({ title: 'Welcome back!', text: 'You have successfully signed in.' })
    const to = next ?? homeUrl
    // Somebody who signs in to go elsewhere may be another than who stored to keep an order.
    if (to !== storedUrl()) clearPendingClaim()
    void navigate(to, { replace: true })
  }
}

/** The page of an order that was to be kept before signing in, or null; also on the server. */
export function storedUrl(): string | null {
  const claim = readPendingClaim()
  return claim && orderUrl(claim.id, claim.key)
}
