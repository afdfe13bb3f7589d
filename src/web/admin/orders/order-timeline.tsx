import { formatShillings } from '#domain/money.ts'
import type { AdminOrder } from '#features/orders/get-admin-order.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { refundReasons } from '#web/admin/orders/refund-reasons.ts'

/** Notes for two statuses that have the same label. */
const sameBadge: Record<string, string> = { pending: 'Placed', awaiting_payment: 'The M-Pesa prompt was sent' }

/** The timeline of the order and its refunds, with who made each step. */
export function OrderTimeline({ order: { events, refunds, customer_name, delivery_kind } }: { order: AdminOrder }) {
  const steps = [
    ...events.map(({ from_status, to_status, note, at, by }) => ({
      head: <OrderBadge status={to_status} kind={delivery_kind} />,
      note: note ?? (Object.hasOwn(sameBadge, to_status) ? sameBadge[to_status] : null),
      at,
      by: by ? by.full_name || 'a deleted account' : from_status === null ? customer_name : 'the shop',
    })),
    ...refunds.flatMap(refundSteps),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return (
    <section aria-labelledby="story">
      <h3 id="story">Timeline</h3>
      <ol className="order-story">
        {steps.map(({ head, note, at, by }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of past steps never changes
          <li key={place}>
            {head}
            <small>
              <Moment at={at} />, {by}
            </small>
            <span>{note}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The steps of a refund: due, and done. */
function refundSteps({ amount, reason, receipt, created_at, processed_at, processed_by }: AdminOrder['refunds'][number]) {
  const money = formatShillings(amount)
  const due = { head: <Badge tone="amber">Money to pay back</Badge>, note: `${money}. ${refundReasons[reason]}`, at: created_at, by: 'the shop' }
  if (processed_at === null) return [due]
  const by = processed_by ? processed_by.full_name || 'a deleted account' : 'the shop'
  return [due, { head: <Badge tone="leaf">Money paid back</Badge>, note: `${money}${receipt ? `, receipt ${receipt}` : ''}`, at: processed_at, by }]
}
