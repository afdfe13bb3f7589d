import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { authUrl, orderUrl } from '#web/addresses.ts'
import type { LookedAt } from '#web/order/last-seen.ts'
import { clearPendingClaim, readPendingClaim, storePendingClaim } from '#web/order/pending-claim.ts'
import type { clientAction } from '#web/storefront/buyer-order.tsx'
import { useEachAnswer } from '#web/use-each-answer.ts'

interface KeepProps {
  page: LookedAt
  /** The button is gone when it is done: says where the focus goes. */
  onKept: () => void
}

/** An order that was placed as a guest, put among the orders of whoever looks at it; whoever has no account yet is led to one when it is paid. */
export function KeepOrder({ page, onKept }: KeepProps) {
  const claim = useClaim(page, onKept)
  if (!page.mayKeep) return null
  if (!page.signedIn) return page.order.paid_at ? <KeepHint page={page} /> : null
  return (
    <claim.Form method="post" action={orderUrl(page.order.id, page.key)} className="keep">
      <input type="hidden" name="intent" value="claim" />
      <Button type="submit" look="ghost" busy={claim.state !== 'idle'}>
        Keep this order in my account
      </Button>
    </claim.Form>
  )
}

/** Stays while the button goes: the answer that says it is done also takes it off the page. */
function useClaim({ order, key, mayKeep, signedIn }: LookedAt, onKept: () => void) {
  const fetcher = useFetcher<typeof clientAction>()
  const answer = fetcher.data

  // Wished before signing in, it needs no second press.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when somebody comes back
  useEffect(() => {
    if (!mayKeep || !signedIn || readPendingClaim()?.id !== order.id) return
    clearPendingClaim()
    void fetcher.submit({ intent: 'claim' }, { method: 'post', action: orderUrl(order.id, key) })
  }, [mayKeep, signedIn])

  useEachAnswer(answer, () => {
    if (!answer) return
    if ('refusal' in answer) showToast({ title: answer.refusal.title, text: answer.refusal.message, tone: 'bad', about: 'keep-order' })
    else if ('unsure' in answer) showToast({ title: 'The connection was lost', text: 'Please try again.', tone: 'bad', about: 'keep-order' })
    else {
      showToast({ title: 'Kept in your account', text: 'You find this order under My Orders.', about: 'keep-order' })
      onKept()
    }
  })

  return fetcher
}

/** Leads back here, by the order's own link. */
function KeepHint({ page: { order, key } }: { page: LookedAt }) {
  const next = orderUrl(order.id, key)
  const claim = () => storePendingClaim(order.id, key)
  return (
    <p className="keep keep-hint">
      <span>Keep this order in an account:</span>{' '}
      <Link className="lnk" to={authUrl('sign-in', next)} onClick={claim}>
        Sign In
      </Link>{' '}
      <span>or</span>{' '}
      <Link className="lnk" to={authUrl('sign-up', next)} onClick={claim}>
        Sign Up
      </Link>
    </p>
  )
}
