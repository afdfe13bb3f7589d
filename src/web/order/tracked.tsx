import { useRef } from 'react'
import { Form } from 'react-router'
import type { TrackedOrder } from '#features/orders/track-order.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { trackUrl } from '#web/addresses.ts'
import { focusAndScroll } from '#web/forms/field-errors.ts'
import { useEachAnswer } from '#web/forms/use-action.tsx'
import { LateNotice } from '#web/order/late-notice.tsx'
import { Parcel } from '#web/order/parcel.tsx'
import { StepList } from '#web/order/step-list.tsx'
import { Timeline } from '#web/order/timeline.tsx'

interface TrackedProps {
  found: TrackedOrder
  typed: { code: string; phone: string }
  sent: boolean
  bySms: boolean
  busy: boolean
  /** The action's answer that this is a part of; a new one moves the focus here. */
  answer: object
}

/** The status of an order without any data of its buyer: these are behind the link that goes to the buyer's phone. */
export function Tracked({
  found: { code, status, delivery_kind, next, timeline, parcel, steps, promise, late },
  typed,
  sent,
  bySms,
  busy,
  answer,
}: TrackedProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const news = useRef<HTMLDivElement>(null)
  useEachAnswer(answer, () => {
    if (!('refusal' in answer) || !answer.refusal) focusAndScroll(sent ? news.current : title.current)
    return undefined
  })
  return (
    <section className="tracked" aria-labelledby="tracked">
      <h2 id="tracked" ref={title} tabIndex={-1}>
        Order <span className="tabular">{code}</span>
      </h2>
      <p>
        <OrderBadge status={status} kind={delivery_kind} />
      </p>
      <p>{next}</p>
      {promise && (
        <p className="order-promise">
          <b>{promise.days}</b>
          {promise.option}
        </p>
      )}
      <LateNotice late={late} code={code} />
      <Parcel parcel={parcel} />
      <StepList steps={steps} />
      <Timeline order={{ timeline, delivery_kind }} />
      {sent ? (
        <Notice tone="lake" role="status" tabIndex={-1} ref={news}>
          <b>The link is on its way.</b>
          <p>
            {bySms ? 'It goes by SMS to the phone that the order was placed with.' : 'It goes to the e-mail address of the order, if it has one.'}
          </p>
        </Notice>
      ) : (
        <Form method="post" action={trackUrl}>
          <input type="hidden" name="code" value={typed.code} />
          <input type="hidden" name="phone" value={typed.phone} />
          <input type="hidden" name="intent" value="send" />
          <p className="track-hint">The receipt and the delivery address are on the order’s own page.</p>
          <Button type="submit" look="ghost" busy={busy}>
            {busy ? 'Sending...' : 'Send me its link again'}
          </Button>
        </Form>
      )}
    </section>
  )
}
