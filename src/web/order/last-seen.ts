import type { OrderView } from '#domain/receipt.ts'
import { withDeadline } from '#web/refusal.ts'

/** What an order's page knows. */
export interface LookedAt {
  order: OrderView
  /** A guest's authority over the order, as it came in the address. A page that a short link has opened has none: the browser's cookie is its authority. */
  key: string | null
  /** The path of that short link. */
  link: string | null
  /** When the order was looked at, in milliseconds of the server's clock. */
  at: number
  /** The connection is away: this is what was known before. */
  offline: boolean
  /** It was placed as a guest, and whoever looks has its key: once signed in they may put it among their own orders. */
  mayKeep: boolean
  signedIn: boolean
}

/** Milliseconds after which a look counts as lost. */
const patience = 12_000

let last: LookedAt | null = null

/** In the browser: what the page showed last. */
export function rememberOrder(page: LookedAt): void {
  last = page
}

/** Whether the order on the screen was opened by a short link. */
export function isOpened(id: string): boolean {
  return last !== null && last.link !== null && last.order.id === id
}

/** Looks at an order anew. Where the connection or the shop is away for a moment, it answers what was known before; a refusal is thrown on. */
export async function lookAgain(id: string, key: string | null, load: () => Promise<LookedAt>): Promise<LookedAt> {
  try {
    return await withDeadline(load(), patience)
  } catch (error) {
    if (last === null || last.order.id !== id || last.key !== key || isRefusal(error)) throw error
    return { ...last, offline: true }
  }
}

function isRefusal(error: unknown): boolean {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' && status >= 400 && status < 500
}
