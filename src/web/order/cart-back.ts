import { type Cart, isSameLine, type Offer, onlyLeft } from '#domain/cart.ts'
import { pairSubject } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'
import type { OrderLine } from '#domain/order-view.ts'

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
