import type { OrderView } from '#domain/order-view.ts'
import { withDeadline } from '#web/forms/refusal.ts'

/** The loader data of an order's page. */
export interface OrderPageState {
  order: OrderView
  /** The guest's access key from the address. Null if the page was opened by a short link: the browser's cookie then gives access. */
  key: string | null
  /** The path of the short link that opened the page. */
  link: string | null
  /** When the order was loaded, in milliseconds of the server's clock. */
  at: number
  /** The connection is lost: this is the order as it was last loaded. */
  offline: boolean
  /** The order was placed as a guest and the visitor has its key: once signed in they may claim it for their account. */
  mayKeep: boolean
  signedIn: boolean
}

/** Milliseconds after which a request counts as lost. */
const timeoutMs = 12_000

let last: OrderPageState | null = null

/** Remembers the data that the page showed last. Browser only. */
export function rememberOrder(page: OrderPageState): void {
  last = page
}

/** Whether the current page shows this order and was opened by a short link. */
export function isOpenedByShortLink(id: string): boolean {
  return last !== null && last.link !== null && last.order.id === id
}

/** Loads an order again. If the connection or the server fails it returns the last data with `offline`; a refusal (4xx) is thrown. */
export async function reloadOrder(id: string, key: string | null, load: () => Promise<OrderPageState>): Promise<OrderPageState> {
  try {
    return await withDeadline(load(), timeoutMs)
  } catch (error) {
    if (last === null || last.order.id !== id || last.key !== key || isRefusal(error)) throw error
    return { ...last, offline: true }
  }
}

function isRefusal(error: unknown): boolean {
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' && status >= 400 && status < 500
}
