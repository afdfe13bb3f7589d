import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { OrderView } from '#domain/receipt.ts'
import { showToast } from '#ui/kit/toast-store.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { backInCart } from '#web/order/cart-back.ts'
import type { clientAction } from '#web/storefront/order.tsx'

export interface PutBack {
  act(): void
  busy: boolean
}

/** "Put the items back in my cart": the order is given up, its pairs go into the cart, and the cart opens. */
export function usePutBack(order: OrderView): PutBack {
  const { read, replace, openPanel } = useCart()
  const fetcher = useFetcher<typeof clientAction>()
  const answer = fetcher.data

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is acted on once, when it arrives
  useEffect(() => {
    if (!answer) return
    if ('refusal' in answer) showToast({ title: answer.refusal.title, text: answer.refusal.message, tone: 'bad' })
    else if ('unsure' in answer) showToast({ title: 'The connection was lost', text: 'Please try again.', tone: 'bad' })
    else if (answer.offers) {
      const { cart, notes } = backInCart(read(), order.lines, answer.offers)
      replace(cart)
      if (notes.length > 0) showToast({ title: 'Some pairs are gone', text: notes.join(' '), seconds: 12 })
      if (cart.length > 0) openPanel()
    }
  }, [answer])

  const busy = fetcher.state !== 'idle'
  return {
    act: () => {
      if (!busy) void fetcher.submit({ intent: 'put-back' }, { method: 'post' })
    },
    busy,
  }
}
