/** The views of the section; `orders` is the default and not in the address. */
export const orderViews = { orders: 'Orders', refunds: 'Refunds', review: 'To look at' } as const
export type OrderViewName = keyof typeof orderViews

export function readView(query: URLSearchParams): OrderViewName {
  const view = query.get('view') ?? ''
  return Object.hasOwn(orderViews, view) ? (view as OrderViewName) : 'orders'
}
