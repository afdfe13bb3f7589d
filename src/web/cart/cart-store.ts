import { type Cart, mergeCarts, parseCart } from '#domain/cart.ts'
import { device, type Stored, storedValue } from '#web/browser/stored-value.ts'

export type CartStore = Stored<Cart>

/** A fault of ours: what the browser refuses to store is no reason. */
export const cartFaultText = 'Your cart is as it was. Reload the page, then try again.'

/** A cart that all tabs share (spec §4); where the browser stores nothing, the cart of this visit. Stored text that is not a cart is logged and removed, so that it is logged only once. */
export function createCartStore(key: string, open = device.open, events = device.events): CartStore {
  let isLogged = false
  const onUnreadable = (error: unknown) => {
    // biome-ignore lint/suspicious/noConsole: spec §4 wants an unreadable cart in the log
    if (!isLogged) console.error('The stored cart could not be read, so it starts empty.', error)
    isLogged = true
  }
  // Only text that is no cart is removed: a storage that cannot be read right now may hold one.
  const parse = (text: string) => {
    try {
      return parseCart(text)
    } catch (error) {
      try {
        open().removeItem(key)
      } catch {
        // It stays stored and still counts as empty.
      }
      throw error
    }
  }
  return storedValue({ open, events }, key, { empty: [], parse, onUnreadable, inPage: true })
}

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
