import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { orderUrl } from '#web/addresses.ts'
import type { LookedAt } from '#web/order/last-seen.ts'
import type { clientAction } from '#web/storefront/order.tsx'

/** An order that was placed as a guest, put among the orders of whoever looks at it. Its button is gone when that is done: `onKept` says where the focus goes. */
export function KeepOrder({ page: { order, key, mayKeep }, onKept }: { page: LookedAt; onKept: () => void }) {
  const fetcher = useFetcher<typeof clientAction>()
  const answer = fetcher.data

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is acted on once, when it arrives
  useEffect(() => {
    if (!answer) return
    if ('refusal' in answer) showToast({ title: answer.refusal.title, text: answer.refusal.message, tone: 'bad' })
    else if ('unsure' in answer) showToast({ title: 'The connection was lost', text: 'Please try again.', tone: 'bad' })
    else {
      showToast({ title: 'Kept in your account', text: 'You find this order under My Orders.' })
      onKept()
    }
  }, [answer])

  if (!mayKeep) return null
  const busy = fetcher.state !== 'idle'
  return (
    <fetcher.Form method="post" action={orderUrl(order.id, key)} className="keep">
      <input type="hidden" name="intent" value="claim" />
      <Button type="submit" look="ghost" busy={busy}>
        Keep this order in my account
      </Button>
    </fetcher.Form>
  )
}
