import { useFetcher } from 'react-router'
import { showToast } from '#ui/kit/toast-store.ts'
import { orderUrl } from '#web/addresses.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { backInCart } from '#web/order/cart-back.ts'
import type { clientAction } from '#web/storefront/buyer-order.tsx'
import { useEachAnswer } from '#web/use-each-answer.ts'

export interface CartBack {
  act(): void
  busy: boolean
}

/**
 * An order's pairs go into the cart again, and the cart opens. `put-back` gives up an order that waits for its money ("Put the items back in my
 * cart"); `buy-again` leaves it alone.
 */
export function useCartBack(intent: 'put-back' | 'buy-again', orderId: string, key: string | null): CartBack {
  const { read, replace, openPanel } = useCart()
  const fetcher = useFetcher<typeof clientAction>()
  const answer = fetcher.data

  useEachAnswer(answer, () => {
    if (!answer) return
    if ('refusal' in answer) showToast({ title: answer.refusal.title, text: answer.refusal.message, tone: 'bad', about: 'cart-back' })
    else if ('unsure' in answer) showToast({ title: 'The connection was lost', text: 'Please try again.', tone: 'bad', about: 'cart-back' })
    else if (answer.again) {
      const { cart, notes } = backInCart(read(), answer.again.lines, answer.again.offers)
      replace(cart)
      if (notes.length > 0) showToast({ title: 'Not all is as it was', text: notes.join(' '), seconds: 12, about: 'cart-back' })
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
