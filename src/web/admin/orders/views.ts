import { type WorkQueue, workQueues } from '#domain/work-queue.ts'

/** The views of the section, in the order of its links; `all` is the default and not in the address. */
export const orderViews = {
  pack: workQueues.pack.label,
  send: workQueues.send.label,
  way: workQueues.way.label,
  late: workQueues.late.label,
  refunds: 'Refund due',
  review: 'To look at',
  all: 'All',
} as const
export type OrderViewName = keyof typeof orderViews

export function readView(query: URLSearchParams): OrderViewName {
  const view = query.get('view') ?? ''
  return Object.hasOwn(orderViews, view) ? (view as OrderViewName) : 'all'
}

export function isQueue(view: OrderViewName): view is WorkQueue {
  return Object.hasOwn(workQueues, view)
}
