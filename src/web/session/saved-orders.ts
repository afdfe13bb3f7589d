import { holdMinutes } from '#domain/placed-order.ts'
import { device, type Stored, storedValue } from '#web/browser/stored-value.ts'

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
