import { codeRule } from '#domain/delivery-handover.ts'
import { isPoint } from '#domain/delivery-options.ts'
import { formatShillings } from '#domain/money.ts'
import { labelsAtPoint, type OrderStatus, orderStatuses } from '#domain/order.ts'
import type { DeliveryStep, OrderView, ParcelView } from '#domain/order-view.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { WhatsappLink } from '#web/whatsapp-link.tsx'
import './step-list.css'
import './timeline.css'

/** Who brings the order, and what its buyer tells the rider. A page in an old cache has no `parcel`. */
export function Parcel({ parcel }: { parcel: ParcelView | null | undefined }) {
  if (!parcel?.code && !parcel?.courier) return null
  const { courier, parcel_number, code, on_the_way_at } = parcel
  return (
    <Notice tone="lake">
      {code && (
        <>
          <b>
            Delivery code <span className="tabular">{code}</span>
          </b>
          <p role="status">
            {on_the_way_at ? (
              <>
                The rider has been on the way to you since <Moment at={on_the_way_at} />.
              </>
            ) : (
              'A rider brings your order.'
            )}{' '}
            {codeRule('this code')}
          </p>
        </>
      )}
      {courier && (
        <>
          <b>{courier} carries your parcel</b>
          {parcel_number && (
            <p>
              Its number is <span className="tabular">{parcel_number}</span>.
            </p>
          )}
        </>
      )}
    </Notice>
  )
}

/** That an order will be later than promised, in the words of `late`. A page in an old cache has none. */
export function LateNotice({ late, code }: { late: string | null | undefined; code: string }) {
  return (
    late && (
      <Notice tone="amber">
        <b>{late}</b>
        <p>We are sorry. Ask us when it comes:</p>
        <WhatsappLink look="ghost" small words={`when does my order ${code} come?`} />
      </Notice>
    )
  )
}

/** How far a paid order is, with dates. A page in an old cache has no `steps`. */
export function StepList({ steps = [] }: { steps: DeliveryStep[] | undefined }) {
  if (steps.length === 0) return null
  const current = steps.findLastIndex(({ isDone }) => isDone)
  return (
    <ol className="delivery-steps" aria-label="How far your order is">
      {steps.map(({ label, isDone, at, note }, place) => (
        <li key={label} className={isDone ? 'step-reached' : undefined} aria-current={place === current ? 'step' : undefined}>
          <b>
            {label}
            <span className="visually-hidden">{isDone ? ', done' : ', not yet'}</span>
          </b>
          {at && <Moment at={at} />}
          {note && <span>{note}</span>}
        </li>
      ))}
    </ol>
  )
}

type OrderHistory = Pick<OrderView, 'timeline' | 'delivery_kind'> & Partial<Pick<OrderView, 'refunds'>>

/** The history of an order. */
export function Timeline({ order }: { order: OrderHistory }) {
  return (
    <section aria-labelledby="so-far">
      <h2 id="so-far">So far</h2>
      <ol className="timeline">
        {steps(order).map(({ what, tone, at }) => (
          <li key={`${at} ${what}`}>
            <Badge tone={tone}>{what}</Badge>
            <Moment at={at} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What happened and the refunds, in the order of time; what happened more than once is shown once, at the last time. */
function steps({ timeline, delivery_kind, refunds = [] }: OrderHistory) {
  const past = new Map(
    timeline.map(({ status, at }) => {
      const step = status === 'commission_earned' ? 'delivered' : status
      const what = (isPoint(delivery_kind) && labelsAtPoint[step]) || pastSteps[step]
      return [what, { what, tone: orderStatuses[status].tone, at }]
    }),
  )
  const money = refunds.flatMap(({ amount, at, done_at }) => [
    { what: `${formatShillings(amount)} goes back`, tone: 'amber' as const, at },
    ...(done_at === null ? [] : [{ what: `${formatShillings(amount)} went back`, tone: 'amber' as const, at: done_at }]),
  ])
  return [...past.values(), ...money].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** What happened, for the history that the buyer reads; statuses with the same words are one step of it. */
const pastSteps: Record<Exclude<OrderStatus, 'commission_earned'>, string> = {
  pending: 'Order placed',
  awaiting_payment: 'M-Pesa prompt sent',
  payment_failed: 'Payment not completed',
  buyer_not_paid: 'Not paid in time',
  waiting_shipment: 'Paid',
  awaiting_shipment: 'Being made ready',
  confirmed: 'Confirmed',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}
