import { useEffect } from 'react'
import { Form, Link } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { authUrl, orderUrl } from '#web/addresses.ts'
import { useAction } from '#web/forms/use-action.tsx'
import type { clientAction } from '#web/order/order-page.tsx'
import type { OrderPageState } from '#web/order/order-page-state.ts'
import { clearPendingClaim, readPendingClaim, storePendingClaim } from '#web/order/pending-claim.ts'
import { claimSavedOrder } from '#web/session/saved-orders.ts'

interface KeepProps {
  page: OrderPageState
  /** Called when the order was claimed: the button disappears, so the focus must go elsewhere. */
  onKept: () => void
}

/** Lets a signed-in visitor claim an order that was placed as a guest. A visitor who is not signed in gets links to sign in once the order is paid. */
export function KeepOrder({ page, onKept }: KeepProps) {
  const claim = useClaim(page, onKept)
  if (!page.mayKeep) return null
  if (!page.signedIn) return page.order.paid_at ? <SignInToKeep page={page} /> : null
  return (
    <Form method="post" action={orderUrl(page.order.id, page.key)} className="keep-order" onSubmit={claim.onSubmit}>
      <input type="hidden" name="intent" value="claim" />
      <Button type="submit" look="ghost" busy={claim.busy}>
        Keep this order in my account
      </Button>
    </Form>
  )
}

/** It lives outside of the button, because the answer that confirms the claim also removes the button. */
function useClaim({ order, key, mayKeep, signedIn }: OrderPageState, onKept: () => void) {
  const claim = useAction({ repeat: 'never', onAnswer })

  // If the visitor chose to claim it before signing in, it is claimed now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the visitor comes back
  useEffect(() => {
    if (!mayKeep || !signedIn || readPendingClaim()?.id !== order.id) return
    clearPendingClaim()
    claim.send({ intent: 'claim' }, { action: orderUrl(order.id, key) })
  }, [mayKeep, signedIn])

  function onAnswer(answer: Awaited<ReturnType<typeof clientAction>>) {
    if ('refusal' in answer) showToast({ title: answer.refusal.title, text: answer.refusal.message, tone: 'bad', topic: 'keep-order' })
    else if ('unsure' in answer) showToast({ title: 'The connection was lost', text: 'Please try again.', tone: 'bad', topic: 'keep-order' })
    else {
      claimSavedOrder(order.id)
      showToast({ title: 'Kept in your account', text: 'You find this order under My Orders.', topic: 'keep-order' })
      onKept()
    }
  }

  return claim
}

/** Links to sign in or sign up that return to this order. */
function SignInToKeep({ page: { order, key } }: { page: OrderPageState }) {
  const next = orderUrl(order.id, key)
  const claim = () => storePendingClaim(order.id, key)
  return (
    <p className="keep-order keep-hint">
      <span>Keep this order in an account:</span>{' '}
      <Link className="link" to={authUrl('sign-in', next)} onClick={claim}>
        Sign In
      </Link>{' '}
      <span>or</span>{' '}
      <Link className="link" to={authUrl('sign-up', next)} onClick={claim}>
        Sign Up
      </Link>
    </p>
  )
}
