import { mergeCarts } from '#domain/cart.ts'
import type { CartStore } from '#web/cart/cart-store.ts'

/**
 * Moves the guest's cart into the account's cart at sign-in. Returns a sentence for each line whose quantity was capped by the stock. All tabs call it and
 * `locks`, the browser's if it has them, lets one do it. Does nothing if the browser forbids storage.
 */
export async function mergeGuestCart(own: CartStore, guest: CartStore, locks?: Pick<LockManager, 'request'>): Promise<string[]> {
  const merge = () => {
    if (guest.get().length === 0) return []
    const { cart, notes } = mergeCarts(own.get(), guest.get())
    return own.tryWrite(cart) && guest.tryWrite([]) ? notes : []
  }
  return locks ? await locks.request('viatu-cart', merge) : merge()
}
