import { type OrderStatus, orderStatuses, statusesLike } from '#domain/order.ts'
import { readDay } from '#domain/period.ts'
import { countReviews } from '#features/orders/count-reviews.ts'
import { findCleared } from '#features/orders/find-cleared.ts'
import { listOrders } from '#features/orders/list-orders.ts'
import { listRefunds } from '#features/orders/list-refunds.ts'
import { listReviews } from '#features/orders/list-reviews.ts'
import { findShown } from '#web/admin/affiliates/find-shown.ts'
import type { ShownAffiliate } from '#web/admin/affiliates/of-affiliate.tsx'
import type { AdminContext } from '#web/admin/as-admin.ts'
import { loadPage, readWords } from '#web/admin/load-page.ts'
import { readView } from '#web/admin/orders/views.ts'
import { readId } from '#web/admin/read-query.ts'

export interface OrderQuestion {
  /** Whose link the buyers came by. */
  affiliate?: ShownAffiliate | null
  search?: string | undefined
  status?: OrderStatus | undefined
  from?: string | undefined
  to?: string | undefined
}

/** What the address asks of Order Management, and what is there. Server only. */
export async function loadOrders(ctx: AdminContext, query: URLSearchParams) {
  const view = readView(query)
  // First: what is paid while the list is being read is new to whoever reads it, rather than told of never.
  const counts = await countReviews(ctx)
  if (view === 'refunds') {
    const list = await loadPage(query, ({ cursor, limit }) => listRefunds(ctx, { ...(cursor && { cursor }), ...(limit && { limit }) }))
    return { view, list, counts }
  }
  if (view === 'review') return { view, list: await loadPage(query, (page) => listReviews(ctx, page)), counts }
  const affiliate = await findShown(ctx, readId(query, 'affiliate'))
  const asked = { ...readQuestion(query), affiliate }
  const status = asked.status && statusesLike(asked.status)
  const [list, cleared] = await Promise.all([
    loadPage(query, (page) => listOrders(ctx, { ...asked, affiliate_id: affiliate?.id, status, ...page })),
    asked.search ? findCleared(ctx, asked.search) : [],
  ])
  return { view, asked, list, cleared, counts }
}

/** What makes no sense is not asked: a bad link shows all orders. Days the wrong way round are turned. */
function readQuestion(query: URLSearchParams): OrderQuestion {
  const status = query.get('status') ?? ''
  const [from, to] = ['from', 'to'].map((name) => readDay(query.get(name)) ?? undefined)
  const days = from && to && from > to ? { from: to, to: from } : { from, to }
  return { search: readWords(query), status: Object.hasOwn(orderStatuses, status) ? (status as OrderStatus) : undefined, ...days }
}
