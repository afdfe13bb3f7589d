import { useEffect, useRef } from 'react'
import type { OrderView } from '#domain/order-view.ts'
import { Notice } from '#ui/kit/notice.tsx'
import { focusAndScroll } from '#web/forms/field-errors.ts'
import { RefusalNotice } from '#web/forms/outcome-notice.tsx'
import type { Payment } from '#web/order/use-payment.ts'

interface PromptOutcomeProps {
  order: OrderView
  payment: Payment
  /** A form on the page shows the error of its number itself. */
  beside: boolean
}

/** The outcome of a request for a prompt, unless the order itself shows it. */
export function PromptOutcome({ order, payment: { refusal, unsure }, beside }: PromptOutcomeProps) {
  const outcome = useRef<HTMLDivElement>(null)
  const isRefusalShown = refusal && !refusal.message.endsWith(order.payment?.sentence ?? ' ') && !(beside && refusal.fields?.phone)
  useEffect(() => {
    if (isRefusalShown || unsure) focusAndScroll(outcome.current)
  }, [isRefusalShown, unsure])
  if (isRefusalShown) return <RefusalNotice refusal={refusal} beside={[]} ref={outcome} />
  if (!unsure) return null
  return (
    <Notice tone="amber" role="alert" tabIndex={-1} ref={outcome}>
      <b>We did not hear back.</b> Look whether your phone shows a prompt before you send another.
    </Notice>
  )
}
