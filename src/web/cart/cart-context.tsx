import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import {
  addLine,
  type Cart,
  type CartLine,
  cartKey,
  mergeCarts,
  type Offer,
  parseCart,
  removeLine,
  restoreLine,
  setQuantity,
  totalAmount,
  totalItems,
} from '#domain/cart.ts'
import { dismissTopic, showToast } from '#ui/kit/toast-store.ts'
import { device, type Stored, storedValue, useStored } from '#web/browser/stored-value.ts'
import { lazyOverlay } from '#web/first-paint/lazy-parts.tsx'

type LineName = Pick<CartLine, 'id' | 'size'>

interface CartTools {
  items: Cart
  /** Sum of the quantities. */
  totalItems: number
  /** KSh. */
  totalAmount: number
  /** Whether it is gone with this page, because the browser stores nothing. */
  isOfVisit: boolean
  /** Adds one. `capped`: there is no more in stock. */
  addItem(offer: Offer): { capped: boolean }
  /** 0 or below removes the line. `capped`: there is no more in stock. */
  setQuantity(line: LineName, quantity: number): { capped: boolean }
  removeItem(line: LineName): void
  /** Undoes a removal: puts the line back at index `at`. */
  restoreItem(line: CartLine, at: number): void
  clear(): void
  /** The current cart, for code that runs after the render, such as after a request. */
  read(): Cart
  replace(cart: Cart): void
  isPanelOpen: boolean
  openPanel(): void
  closePanel(): void
}

const CartPanel = lazyOverlay('cart', () => import('#web/cart/cart-panel.tsx').then(({ CartPanel }) => CartPanel), { modal: true })

const CartContext = createContext<CartTools | null>(null)
/** The topic of the toast with Undo. */
export const removalTopic = 'cart removal'

/** Provides the cart of an account, or of the guest if `userId` is null. On the server and during hydration the cart is empty. */
export function CartProvider({ shopName, userId, children }: { shopName: string; userId: string | null; children: ReactNode }) {
  const key = cartKey(shopName, userId)
  const store = useMemo(() => createCartStore(key), [key])
  const items = useStored(store)
  const [isPanelOpen, setPanelOpen] = useState(false)

  useEffect(() => {
    if (userId === null) return
    const guest = createCartStore(cartKey(shopName, null))
    void mergeGuestCart(store, guest, navigator.locks).then((notes) => {
      if (notes.length > 0) showToast({ title: 'Your carts are together now', text: notes.join(' '), seconds: 12 })
    })
  }, [store, shopName, userId])

  // Another user of this device must not undo the removal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cart is what it answers to
  useEffect(() => () => dismissTopic(removalTopic), [store])

  const tools = useMemo<CartTools>(() => {
    const change = (next: { cart: Cart; capped: boolean }) => {
      store.write(next.cart)
      return { capped: next.capped }
    }
    return {
      items,
      totalItems: totalItems(items),
      totalAmount: totalAmount(items),
      isOfVisit: store.isOfVisit(),
      addItem: (offer) => change(addLine(store.get(), offer)),
      setQuantity: (line, quantity) => change(setQuantity(store.get(), line, quantity)),
      removeItem: (line) => store.write(removeLine(store.get(), line)),
      restoreItem: (line, at) => store.write(restoreLine(store.get(), line, at)),
      clear: () => store.write([]),
      read: store.get,
      replace: store.write,
      isPanelOpen,
      openPanel: () => setPanelOpen(true),
      closePanel: () => setPanelOpen(false),
    }
  }, [store, items, isPanelOpen])

  return (
    <CartContext value={tools}>
      {children}
      <CartPanel open={isPanelOpen} onClose={tools.closePanel} />
    </CartContext>
  )
}

export function useCart(): CartTools {
  const tools = useContext(CartContext)
  if (!tools) throw new Error('useCart must be used within a CartProvider')
  return tools
}

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
