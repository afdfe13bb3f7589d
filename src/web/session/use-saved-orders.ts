import { useEffect, useMemo } from 'react'
import { useStored } from '#web/browser/stored-value.ts'
import { newestOrders, type SavedOrder, savedOrdersOf, withOrder } from '#web/session/saved-orders.ts'
import { authStore, useAuth } from '#web/session/use-auth.ts'

/** The last orders of this browser's account or guest, newest first. Empty on the server and during hydration. */
export function useSavedOrders(): SavedOrder[] {
  const userId = useAuth()?.user.id
  const saved = useStored(useMemo(() => savedOrdersOf(userId), [userId]))
  return useMemo(() => newestOrders(saved, Date.now()), [saved])
}

/** The saved orders now, for code outside of React. */
export function readSavedOrders(): SavedOrder[] {
  return newestOrders(savedOrdersOf(authStore.get()?.user.id).get(), Date.now())
}

/** Sets `data-orders` on the document, by which CSS shows the links to the orders (session-script.ts). */
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
  savedOrdersOf(userId).tryWrite(withOrder(readSavedOrders(), order))
}

/** Updates a saved order from its page; other orders are not added. Returns whether it was waiting for its payment and no longer is. */
export function updateSavedOrder(id: string, waiting: boolean): boolean {
  const before = readSavedOrders()
  const saved = before.find((order) => order.id === id)
  if (!saved || saved.waiting === waiting) return false
  savedOrdersOf(authStore.get()?.user.id).tryWrite(before.map((order) => (order === saved ? { ...order, waiting } : order)))
  return !waiting
}

/** Moves an order that was claimed to the account's: the guest's key would show it to the next user of the device. */
export function claimSavedOrder(id: string): void {
  const guest = savedOrdersOf(undefined)
  const claimed = guest.get().find((order) => order.id === id)
  const userId = authStore.get()?.user.id
  if (!claimed || !userId) return
  guest.tryWrite(guest.get().filter((order) => order !== claimed))
  savedOrdersOf(userId).tryWrite(withOrder(readSavedOrders(), { ...claimed, key: null }))
}
