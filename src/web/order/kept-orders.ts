import { holdMinutes } from '#domain/placed-order.ts'

/** An order that this browser placed, so that its buyer finds it again. */
export interface KeptOrder {
  id: string
  /** A guest's authority over it; null where an account has it. */
  key: string | null
  /** When it was placed, in milliseconds. */
  at: number
  /** Whether it still waited for its money when its page was last seen. */
  waiting: boolean
}

/** The newest of them, for a month. */
const most = 5
const days = 30

/** Beside the cart, and like it one for each account or guest. */
export function keptOrdersKey(userId: string | undefined): string {
  return `kept-orders-${userId ?? 'guest'}`
}

/** Milliseconds for which an order is kept. */
export const keptFor = days * 86_400_000

/** Newest first. What does not read as a list of orders is none. */
export function parseKept(text: string | null, now: number): KeptOrder[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? fresh(value.filter(isKept), now) : []
  } catch {
    return []
  }
}

export function withOrder(kept: KeptOrder[], order: KeptOrder): KeptOrder[] {
  return fresh([order, ...kept.filter(({ id }) => id !== order.id)], order.at)
}

/** The one whose prompt may be on the phone now: an order waits for its money no longer than its pairs are held. */
export function waitingOrder(kept: KeptOrder[], now: number): KeptOrder | null {
  return kept.find(({ waiting, at }) => waiting && now - at < holdMinutes * 60_000) ?? null
}

function fresh(kept: KeptOrder[], now: number): KeptOrder[] {
  return kept.filter(({ at }) => now - at < keptFor).slice(0, most)
}

function isKept(value: unknown): value is KeptOrder {
  const { id, key, at, waiting } = Object(value)
  return typeof id === 'string' && (key === null || typeof key === 'string') && typeof at === 'number' && typeof waiting === 'boolean'
}
