import { type WorkQueue, workQueues } from '#domain/open-work.ts'
import { may } from '#domain/roles.ts'

/** The views of the section, in the order of its links. */
export const orderViews = {
  pack: workQueues.pack.label,
  send: workQueues.send.label,
  way: workQueues.way.label,
  late: workQueues.late.label,
  refunds: 'Refund due',
  review: 'Problems',
  all: 'All',
} as const
export type OrderViewName = keyof typeof orderViews

/** The views of a reader: who packs and ships has those without money. */
export function viewsOf(who: Parameters<typeof may>[0]): OrderViewName[] {
  return (Object.keys(orderViews) as OrderViewName[]).filter((view) => (view !== 'refunds' && view !== 'review') || may(who, 'take_payments'))
}

/** Without a view in the address: all orders; what is to pack for who packs, unless they look for an order. */
export function readView(query: URLSearchParams, who: Parameters<typeof may>[0]): OrderViewName {
  const isLooking = ['search', 'status', 'from', 'to'].some((name) => query.get(name))
  return viewsOf(who).find((view) => view === query.get('view')) ?? (isLooking || may(who, 'see_orders') ? 'all' : 'pack')
}

export function isQueue(view: OrderViewName): view is WorkQueue {
  return Object.hasOwn(workQueues, view)
}
