import { type Cart, isSameLine } from '#domain/cart.ts'
import type { CartStore } from '#web/cart/cart-store.ts'

/**
 * Adds the lines of a cart that the shop saved for the visitor, except those that are in the browser's cart already. Does nothing if the browser forbids
 * storage.
 */
export function restoreSavedCart(own: CartStore, saved: Cart): void {
  const current = own.get()
  const missing = saved.filter((line) => !current.some((each) => isSameLine(each, line)))
  if (missing.length > 0) own.tryWrite([...current, ...missing])
}
