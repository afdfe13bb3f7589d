import { showToast } from '#ui/kit/toast-store.ts'
import { orderUrl } from '#web/addresses.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { useAction } from '#web/forms/use-action.tsx'
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
  const { busy, send } = useAction({ repeat: 'never', onAnswer })

  function onAnswer(answer: Awaited<ReturnType<typeof clientAction>>) {
    if ('refusal' in answer) showToast({ title: answer.refusal.title, text: answer.refusal.message, tone: 'bad', topic: 'cart-back' })
    else if ('unsure' in answer) showToast({ title: 'The connection was lost', text: 'Please try again.', tone: 'bad', topic: 'cart-back' })
    else if (answer.again) {
      const { cart, notes } = restoreOrderLines(read(), answer.again.lines, answer.again.offers)
      replace(cart)
      if (notes.length > 0) showToast({ title: 'Some items have changed', text: notes.join(' '), seconds: 12, topic: 'cart-back' })
      if (cart.length > 0) openPanel()
    }
  }

  return {
    act: () => {
      if (!busy) send({ intent }, { action: orderUrl(orderId, key) })
    },
    busy,
  }
}
