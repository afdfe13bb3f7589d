import { type Cart, parseCart } from '#domain/cart.ts'

export interface CartStore {
  /** The cart; the same array until it changes. */
  get(): Cart
  subscribe(listener: () => void): () => void
  /** Replaces the cart. Throws what the storage throws; the cart is then unchanged. */
  write(cart: Cart): void
}

/** Where `storage` events of other tabs arrive: the window in a browser. */
type Events = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/**
 * A cart in the browser's storage under `key`, shared by all tabs (spec §4). `open` may throw if the browser forbids storage. Stored text that is not a cart is
 * logged and removed, so that it is logged only once.
 */
export function createCartStore(key: string, open: () => Storage, events: Events): CartStore {
  const listeners = new Set<() => void>()
  let text: string | null = null
  let cart: Cart = []
  let isLogged = false

  function log(error: unknown) {
    // biome-ignore lint/suspicious/noConsole: spec §4 wants an unreadable cart in the log
    if (!isLogged) console.error('The stored cart could not be read, so it starts empty.', error)
    isLogged = true
  }

  function read(): string | null {
    try {
      return open().getItem(key)
    } catch (error) {
      log(error)
      return null
    }
  }

  function parse(stored: string | null): Cart {
    if (stored === null) return []
    try {
      return parseCart(stored)
    } catch (error) {
      log(error)
      removeStored()
      return []
    }
  }

  function removeStored() {
    try {
      open().removeItem(key)
      text = null
    } catch {
      // It stays stored and still counts as empty.
    }
  }

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const onStorage = (event: Event) => {
    const changed = (event as StorageEvent).key
    if (changed === key || changed === null) notify()
  }

  return {
    get() {
      const stored = read()
      if (stored !== text) {
        text = stored
        cart = parse(stored)
      }
      return cart
    },
    subscribe(listener) {
      if (listeners.size === 0) events.addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) events.removeEventListener('storage', onStorage)
      }
    },
    write(next) {
      if (next.length > 0) open().setItem(key, JSON.stringify(next))
      else open().removeItem(key)
      notify()
    },
  }
}
