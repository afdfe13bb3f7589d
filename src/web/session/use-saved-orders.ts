import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { parseSavedOrders, type SavedOrder, savedOrdersKey, withOrder } from '#web/session/saved-orders.ts'
import { authStore, useAuth } from '#web/session/use-auth.ts'

/** The last orders of this browser's account or guest, newest first. Empty on the server and during hydration. */
export function useSavedOrders(): SavedOrder[] {
  const key = savedOrdersKey(useAuth()?.user.id)
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  )
  return useMemo(() => parseSavedOrders(text, Date.now()), [text])
}

/** The saved orders now, for code outside of React. */
export function readSavedOrders(): SavedOrder[] {
  return parseSavedOrders(read(savedOrdersKey(authStore.get()?.user.id)), Date.now())
}

/** Sets `data-orders` on the document, by which CSS shows the links to the orders (account/session-script.ts). */
export function useOrdersAttribute(): void {
  const some = useSavedOrders().length > 0
  useEffect(() => {
    if (some) document.documentElement.dataset.orders = ''
    else delete document.documentElement.dataset.orders
  }, [some])
}

/** Saves an order that was placed here. An account opens its own orders without a key, so no key is stored for the next user of the device. */
export function saveOrder(id: string, key: string): void {
  const userId = authStore.get()?.user.id
  const order = { id, key: userId ? null : key, at: Date.now(), waiting: true }
  change(savedOrdersKey(userId), (saved) => withOrder(saved, order))
}

/** Updates a saved order from its page; other orders are not added. Returns whether it was waiting for its payment and no longer is. */
export function updateSavedOrder(id: string, waiting: boolean): boolean {
  const key = savedOrdersKey(authStore.get()?.user.id)
  const wasWaiting = parseSavedOrders(read(key), Date.now()).some((order) => order.id === id && order.waiting)
  change(key, (saved) => saved.map((order) => (order.id === id ? { ...order, waiting } : order)))
  return wasWaiting && !waiting
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function change(key: string, next: (saved: SavedOrder[]) => SavedOrder[]) {
  const before = read(key)
  const orders = next(parseSavedOrders(before, Date.now()))
  const after = orders.length > 0 ? JSON.stringify(orders) : null
  if (after === before) return
  try {
    if (after === null) localStorage.removeItem(key)
    else localStorage.setItem(key, after)
  } catch {
    // Without storage no order is remembered; the buyer can still keep its link.
  }
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** Also reports changes of other tabs. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
