import { readDay } from '#domain/figures.ts'
import { type OrderStatus, orderStatuses, statusesLike } from '#domain/order.ts'
import { may } from '#domain/roles.ts'
import { countOpenWork } from '#features/orders/count-open-work.ts'
import { listChoosable, listWork } from '#features/orders/list-work.ts'
import { findPaymentsOfDeletedOrders } from '#features/orders/payments/find-payments-of-deleted-orders.ts'
import { listRefunds } from '#features/orders/payments/list-refunds.ts'
import { listReviews } from '#features/orders/payments/list-reviews.ts'
import type { FilterAffiliate } from '#web/admin/affiliate-filter.tsx'
import type { AdminContext } from '#web/admin/as-admin.ts'
import { findFilterAffiliate } from '#web/admin/find-filter-affiliate.ts'
import { isQueue, readView } from '#web/admin/orders/views.ts'

import { loadPage, readId, readSearch } from '#web/lists/load-page.ts'

export interface OrderFilter {
  /** The referring affiliate. */
  affiliate?: FilterAffiliate | null
  search?: string | undefined
  status?: OrderStatus | undefined
  from?: string | undefined
  to?: string | undefined
  zone?: string | undefined
  option?: string | undefined
  /** A day of theirs. */
  rider?: string | undefined
}

/** Loads the list of Order Management for a query. Server only. */
export async function loadOrders(ctx: AdminContext, query: URLSearchParams) {
  const view = readView(query, ctx.actor)
  // Counted first: an order that is paid while the list loads is then reported as new instead of missed.
  const counts = await countOpenWork(ctx)
  if (view === 'refunds') {
    const list = await loadPage(query, ({ cursor, limit }) => listRefunds(ctx, { ...(cursor && { cursor }), ...(limit && { limit }) }))
    return { view, list, counts, asked: null }
  }
  if (view === 'review') return { view, list: await loadPage(query, (page) => listReviews(ctx, page)), counts, asked: null }
  const seesAll = may(ctx.actor, 'see_orders')
  const affiliate = seesAll ? await findFilterAffiliate(ctx, readId(query, 'affiliate')) : null
  const asked = { ...readOrderFilter(query), affiliate }
  const queue = isQueue(view) ? view : undefined
  const status = asked.status && statusesLike(asked.status)
  const filter = { ...asked, affiliate_id: affiliate?.id, status, queue }
  const [list, cleared] = await Promise.all([
    loadPage(query, (page) => listWork(ctx, { ...filter, ...page })),
    asked.search && seesAll ? findPaymentsOfDeletedOrders(ctx, asked.search) : [],
  ])
  // What one page holds is all there is to choose.
  const choosable = list.next || query.has('cursor') ? await listChoosable(ctx, filter) : null
  return { view, asked, list, choosable, cleared, counts }
}

/** Reads the filters. Invalid ones are dropped: a bad link shows all orders. Days in the wrong order are swapped. */
function readOrderFilter(query: URLSearchParams): OrderFilter {
  const status = query.get('status') ?? ''
  const [from, to] = ['from', 'to'].map((name) => readDay(query.get(name)) ?? undefined)
  const days = from && to && from > to ? { from: to, to: from } : { from, to }
  const delivery = { zone: readSearch(query, 'zone'), option: readSearch(query, 'option'), rider: readId(query, 'rider') }
  return { search: readSearch(query), ...delivery, status: Object.hasOwn(orderStatuses, status) ? (status as OrderStatus) : undefined, ...days }
}
