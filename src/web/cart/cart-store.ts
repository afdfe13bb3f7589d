import { type Cart, parseCart } from '#domain/cart.ts'

export interface CartStore {
  /** The same array as long as nothing has changed. */
  get(): Cart
  subscribe(listener: () => void): () => void
  /** Throws what the storage throws; then nothing has changed. */
  write(cart: Cart): void
}

/** Where other tabs tell of their changes; the window in a browser. */
type Events = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/**
 * A cart in the browser's storage under `key`, shared by all tabs (spec §4). `open` may throw, as browsers do that forbid storage. What is no cart is logged
 * and taken away, so that the next page finds an empty one and has nothing to log.
 */
export function createCartStore(key: string, open: () => Storage, events: Events): CartStore {
  const listeners = new Set<() => void>()
  let text: string | null = null
  let cart: Cart = []
  let told = false

  function log(error: unknown) {
    // biome-ignore lint/suspicious/noConsole: spec §4 wants an unreadable cart in the log
    if (!told) console.error('The stored cart could not be read, so it starts empty.', error)
    told = true
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
      takeAway()
      return []
    }
  }

  function takeAway() {
    try {
      open().removeItem(key)
      text = null
    } catch {
      // Then it stays, and is as empty as before.
    }
  }

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const heard = (event: Event) => {
    const changed = (event as StorageEvent).key
    if (changed === key || changed === null) tell()
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
      if (listeners.size === 0) events.addEventListener('storage', heard)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) events.removeEventListener('storage', heard)
      }
    },
    write(next) {
      if (next.length > 0) open().setItem(key, JSON.stringify(next))
      else open().removeItem(key)
      tell()
    },
  }
}
