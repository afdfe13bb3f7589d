import { type Cart, parseCart } from '#domain/cart.ts'
import { device, type Stored, storedValue } from '#web/browser/stored-value.ts'

export type CartStore = Stored<Cart>

/** Why a change of the cart failed, and what to do about it. A storage that refuses throws DOMException; everything else is a fault of ours. */
export function cartFaultText(error: unknown): string {
  if (!(error instanceof DOMException)) return 'Something went wrong on our side, and your cart is as it was. Reload the page, then try again.'
  return error.name === 'QuotaExceededError'
    ? 'This browser has no room left for your cart. Make some room on this device, then try again.'
    : 'This browser does not let the shop store anything. Allow it to store site data, or order on WhatsApp.'
}

/** A cart that all tabs share (spec §4). Stored text that is not a cart is logged and removed, so that it is logged only once. */
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
  return storedValue({ open, events }, key, { empty: [], parse, onUnreadable })
}
