import { useEffect, useMemo } from 'react'
import { holdMinutes } from '#domain/order-code.ts'
import { device, type Stored, storedValue, useStored } from '#web/browser/stored-value.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'

/** An order that was placed in this browser, so that its buyer finds it again. */
export interface SavedOrder {
  id: string
  /** The guest's access key; null for an order of an account. */
  key: string | null
  /** When it was placed, in milliseconds. */
  at: number
  /** Whether it was still unpaid when its page was last shown. */
  waiting: boolean
}

/** The newest ones are stored for 30 days. */
const maxOrders = 5
const days = 30

/** The key of an account, or of the guest, as for the cart. */
export function savedOrdersKey(userId: string | undefined): string {
  return `kept-orders-${userId ?? 'guest'}`
}

/** Milliseconds for which an order stays stored. */
export const savedForMs = days * 86_400_000

/** The stored orders, the newest first. Without storage no order is remembered; the buyer can still keep its link. */
export function savedOrdersOf(userId: string | undefined): Stored<SavedOrder[]> {
  return storedValue<SavedOrder[]>(device, savedOrdersKey(userId), { empty: [], parse })
}

function parse(text: string): SavedOrder[] {
  const value: unknown = JSON.parse(text)
  return Array.isArray(value) ? value.filter(isSavedOrder) : []
}

export function withOrder(saved: SavedOrder[], order: SavedOrder): SavedOrder[] {
  return newestOrders([order, ...saved.filter(({ id }) => id !== order.id)], order.at)
}

/** The unpaid order that may have an open prompt: one that is younger than the hold. */
export function waitingOrder(saved: SavedOrder[], now: number): SavedOrder | null {
  return saved.find(({ waiting, at }) => waiting && now - at < holdMinutes * 60_000) ?? null
}

/** Without those that are too old. */
export function newestOrders(saved: SavedOrder[], now: number): SavedOrder[] {
  return saved.filter(({ at }) => now - at < savedForMs).slice(0, maxOrders)
}

function isSavedOrder(value: unknown): value is SavedOrder {
  const { id, key, at, waiting } = Object(value)
  return typeof id === 'string' && (key === null || typeof key === 'string') && typeof at === 'number' && typeof waiting === 'boolean'
}

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

/** Sets `data-orders` on the document, by which CSS shows the links to the orders (session-watch.ts). */
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
