import { useFetcher } from 'react-router'
import { showToast } from '#ui/kit/toast-store.ts'
import { orderUrl } from '#web/addresses.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { useEachAnswer } from '#web/forms/use-each-answer.ts'
import { restoreOrderLines } from '#web/order/cart-back.ts'
import type { clientAction } from '#web/order/order-page.tsx'

export interface CartBack {
  act(): void
  busy: boolean
}

/**
 * Puts an order's lines back into the cart and opens the cart panel. `put-back` also cancels the unpaid order ("Put the items back in my cart"); `buy-again`
 * does not change it.
 */
export function useCartBack(intent: 'put-back' | 'buy-again', orderId: string, key: string | null): CartBack {
  const { read, replace, openPanel } = useCart()
  const fetcher = useFetcher<typeof clientAction>()
  const answer = fetcher.data

  useEachAnswer(answer, () => {
    if (!answer) return
    if ('refusal' in answer) showToast({ title: answer.refusal.title, text: answer.refusal.message, tone: 'bad', topic: 'cart-back' })
    else if ('unsure' in answer) showToast({ title: 'The connection was lost', text: 'Please try again.', tone: 'bad', topic: 'cart-back' })
    else if (answer.again) {
      const { cart, notes } = restoreOrderLines(read(), answer.again.lines, answer.again.offers)
      replace(cart)
      if (notes.length > 0) showToast({ title: 'Some items have changed', text: notes.join(' '), seconds: 12, topic: 'cart-back' })
      if (cart.length > 0) openPanel()
    }
  })

  const busy = fetcher.state !== 'idle'
  return {
    act: () => {
      if (!busy) void fetcher.submit({ intent }, { method: 'post', action: orderUrl(orderId, key) })
    },
    busy,
  }
}
