/** What the section shows; the orders themselves need no word in the address. */
export const orderViews = { orders: 'Orders', refunds: 'Refunds', review: 'To look at' } as const
export type OrderViewName = keyof typeof orderViews

export function readView(query: URLSearchParams): OrderViewName {
  const view = query.get('view') ?? ''
  return Object.hasOwn(orderViews, view) ? (view as OrderViewName) : 'orders'
}
