import { type Cart, isSameLine, type Offer, onlyLeft } from '#domain/cart.ts'
import { pairSubject } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'
import type { OrderLine } from '#domain/order-view.ts'
import { Button } from '#ui/kit/button.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { orderUrl } from '#web/addresses.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { useAction } from '#web/forms/use-action.tsx'
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

/** `of` names the order for screen readers where the page has several of these buttons. */
export function BuyAgainButton({ buyAgain, small, of }: { buyAgain: CartBack; small?: boolean; of?: string }) {
  const { act, busy } = buyAgain
  return (
    <Button look="ghost" small={small} busy={busy} onClick={act} aria-label={of && `Buy again: ${of}`}>
      Buy again
    </Button>
  )
}

/**
 * Puts an order's lines back into the cart, capped at the stock. Returns the cart and a sentence for each line that is sold out or has a new price. A line that
 * is in the cart already is raised to the order's quantity, so that calling it twice changes nothing.
 */
export function restoreOrderLines(cart: Cart, lines: OrderLine[], offers: Offer[]): { cart: Cart; notes: string[] } {
  const notes: string[] = []
  let next = cart
  for (const { product_id: id, size, name, quantity, price } of lines) {
    const offer = offers.find((each) => isSameLine(each, { id, size }))
    if (!offer || offer.stock < 1) {
      notes.push(onlyLeft({ name, size, stock: 0 }))
      continue
    }
    if (offer.price !== price) notes.push(`${pairSubject(offer)} now costs ${formatShillings(offer.price)}.`)
    const present = next.find((line) => isSameLine(line, offer))
    const wanted = Math.max(quantity, present?.quantity ?? 0)
    if (wanted > offer.stock) notes.push(onlyLeft(offer))
    const line = { ...offer, quantity: Math.min(wanted, offer.stock) }
    next = present ? next.map((each) => (each === present ? line : each)) : [...next, line]
  }
  return { cart: next, notes }
}
