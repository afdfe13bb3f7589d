import { type Cart, isSameLine } from '#domain/cart.ts'
import type { CartStore } from '#web/cart/cart-store.ts'

/** Puts back what the shop kept of somebody's cart; lines that their browser still has stay as they are. A browser that stores nothing gets nothing. */
export function bringBackCart(own: CartStore, kept: Cart): void {
  const here = own.get()
  const missing = kept.filter((line) => !here.some((each) => isSameLine(each, line)))
  try {
    if (missing.length > 0) own.write([...here, ...missing])
  } catch {
    // As it would be without an account.
  }
}
