import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { authStore, useAuth } from '#web/account/use-auth.ts'
import { type KeptOrder, keptOrdersKey, parseKept, withOrder } from '#web/order/kept-orders.ts'

/** The last orders of whoever uses this browser, newest first. None on the server and while the page is being taken over. */
export function useKeptOrders(): KeptOrder[] {
  const key = keptOrdersKey(useAuth()?.user.id)
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  )
  return useMemo(() => parseKept(text, Date.now()), [text])
}

/** The same at this moment, for code that is no part of a page. */
export function keptNow(): KeptOrder[] {
  return parseKept(read(keptOrdersKey(authStore.get()?.user.id)), Date.now())
}

/** Keeps the mark by which the sheet shows the way to them true (account/session-script.ts). */
export function useOrdersMark(): void {
  const some = useKeptOrders().length > 0
  useEffect(() => {
    if (some) document.documentElement.dataset.orders = ''
    else delete document.documentElement.dataset.orders
  }, [some])
}

/** Remembers an order that was placed here. An account opens its own orders without a key, and leaves none behind for the next person. */
export function keepOrder(id: string, key: string): void {
  const userId = authStore.get()?.user.id
  const order = { id, key: userId ? null : key, at: Date.now(), waiting: true }
  change(keptOrdersKey(userId), (kept) => withOrder(kept, order))
}

/** What the order's page tells. An order that was placed elsewhere is not remembered by looking at it. Answers whether one that waited waits no more. */
export function markKept(id: string, waiting: boolean): boolean {
  const key = keptOrdersKey(authStore.get()?.user.id)
  const waited = parseKept(read(key), Date.now()).some((order) => order.id === id && order.waiting)
  change(key, (kept) => kept.map((order) => (order.id === id ? { ...order, waiting } : order)))
  return waited && !waiting
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function change(key: string, next: (kept: KeptOrder[]) => KeptOrder[]) {
  const before = read(key)
  const kept = next(parseKept(before, Date.now()))
  const after = kept.length > 0 ? JSON.stringify(kept) : null
  if (after === before) return
  try {
    if (after === null) localStorage.removeItem(key)
    else localStorage.setItem(key, after)
  } catch {
    // A browser that stores nothing remembers no order; its page can still be kept by its link.
  }
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** Other tabs tell of their changes as well. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
