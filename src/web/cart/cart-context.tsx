import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
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
import { dismissTopic, showToast } from '#ui/kit/toast-store.ts'
import { useStored } from '#web/browser/stored-value.ts'
import { createCartStore, mergeGuestCart } from '#web/cart/cart-store.ts'
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
