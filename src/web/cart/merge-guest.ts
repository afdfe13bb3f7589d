import { mergeCarts } from '#domain/cart.ts'
import type { CartStore } from '#web/cart/cart-store.ts'

/**
 * What a guest put into the cart comes along when they sign in; the guest's cart is empty then. Answers a sentence for every line that the shelf
 * cannot hold twice. All tabs try, and one does it: `locks` are the browser's, where it has them. A browser that stores nothing has nothing to bring along.
 */
export async function mergeGuestCart(own: CartStore, guest: CartStore, locks?: Pick<LockManager, 'request'>): Promise<string[]> {
  const merge = () => {
    if (guest.get().length === 0) return []
    const { cart, notes } = mergeCarts(own.get(), guest.get())
    try {
      own.write(cart)
      guest.write([])
      return notes
    } catch {
      return []
    }
  }
  return locks ? await locks.request('viatu-cart', merge) : merge()
}
