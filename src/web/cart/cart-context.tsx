import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import {
  addLine,
  type Cart,
  type CartLine,
  cartKey,
  type Offer,
  removeLine,
  restoreLine,
  setQuantity,
  totalAmount,
  totalItems,
} from '#domain/cart.ts'
import { forgetToasts, showToast } from '#ui/kit/toast-store.ts'
import { createCartStore } from '#web/cart/cart-store.ts'
import { mergeGuestCart } from '#web/cart/merge-guest.ts'

type LineName = Pick<CartLine, 'id' | 'size'>

interface CartTools {
  items: Cart
  /** Sum of the quantities. */
  totalItems: number
  /** KSh. */
  totalAmount: number
  /** One more of it. `capped` when the shelf holds no more. Throws when the browser cannot store. */
  addItem(offer: Offer): { capped: boolean }
  /** 0 or below removes the line. `capped` when the shelf holds no more. */
  setQuantity(line: LineName, quantity: number): { capped: boolean }
  removeItem(line: LineName): void
  /** Takes a removal back: the line is in its place `at` again. Throws when the browser cannot store. */
  restoreItem(line: CartLine, at: number): void
  clear(): void
  /** The cart at this moment, for code that has waited since it was rendered. */
  read(): Cart
  replace(cart: Cart): void
  isPanelOpen: boolean
  openPanel(): void
  closePanel(): void
}

const CartContext = createContext<CartTools | null>(null)
const empty: Cart = []
/** The line that was removed, which the message with Undo is about. */
export const removal = 'cart removal'

/** `userId` null is the guest. Until the browser has taken over, the cart is empty for everybody. */
export function CartProvider({ shopName, userId, children }: { shopName: string; userId: string | null; children: ReactNode }) {
  const key = cartKey(shopName, userId)
  const store = useMemo(() => createCartStore(key, () => localStorage, globalThis), [key])
  const items = useSyncExternalStore(store.subscribe, store.get, () => empty)
  const [isPanelOpen, setPanelOpen] = useState(false)

  useEffect(() => {
    if (userId === null) return
    const guest = createCartStore(cartKey(shopName, null), () => localStorage, globalThis)
    void mergeGuestCart(store, guest, navigator.locks).then((notes) => {
      if (notes.length > 0) showToast({ title: 'Your carts are together now', text: notes.join(' '), seconds: 12 })
    })
  }, [store, shopName, userId])

  // One person's removal cannot be undone by the next person on this device.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cart is what it answers to
  useEffect(() => () => forgetToasts(removal), [store])

  const tools = useMemo<CartTools>(() => {
    const change = (next: { cart: Cart; capped: boolean }) => {
      store.write(next.cart)
      return { capped: next.capped }
    }
    return {
      items,
      totalItems: totalItems(items),
      totalAmount: totalAmount(items),
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

  return <CartContext value={tools}>{children}</CartContext>
}

export function useCart(): CartTools {
  const tools = useContext(CartContext)
  if (!tools) throw new Error('useCart must be used within a CartProvider')
  return tools
}
