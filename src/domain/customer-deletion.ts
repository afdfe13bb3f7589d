/** Why an order keeps its buyer for now: somebody needs to know whom to bring it to, or whom to pay back. */
export const openReasons = {
  refund: ['has money that is due back', 'have money that is due back'],
  undelivered: ['is paid and not delivered', 'are paid and not delivered'],
  unpaid: ['can still be paid', 'can still be paid'],
  fresh: ['was placed in the last half hour', 'were placed in the last half hour'],
} as const
export type OpenReason = keyof typeof openReasons

export interface OpenOrder {
  code: string
  reason: OpenReason
  /** Somebody else bought it; the customer receives it. */
  isReceiver: boolean
}

/** More are counted. */
const maxNamed = 5

/** What stands in the way of deleting a customer, with the orders by name: a sentence for each reason. Null where nothing does. */
export function deletionRefusal(orders: OpenOrder[]): string | null {
  const reasons = Object.keys(openReasons) as OpenReason[]
  const sentences = reasons.flatMap((reason) => {
    const open = orders.filter((order) => order.reason === reason)
    if (open.length === 0) return []
    const [one, several] = openReasons[reason]
    return [`${open.length === 1 ? 'Order' : 'Orders'} ${namesOf(open)} ${open.length === 1 ? one : several}.`]
  })
  return sentences.length > 0 ? sentences.join(' ') : null
}

function namesOf(open: OpenOrder[]): string {
  const named = open.slice(0, maxNamed).map(({ code, isReceiver }) => (isReceiver ? `${code} (they receive it)` : code))
  const more = open.length - named.length
  const all = more > 0 ? [...named, `${more} more`] : named
  return all.join(', ').replace(/, ([^,]*)$/, ' and $1')
}
