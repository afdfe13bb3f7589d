import { useEffect, useRef } from 'react'
import type { OrderView } from '#domain/receipt.ts'
import { Notice } from '#ui/kit/notice.tsx'
import { RefusalNotice } from '#web/checkout/outcome-notice.tsx'
import { focusInSight } from '#web/focus-in-sight.ts'
import type { Payment } from '#web/order/use-payment.ts'

interface PromptOutcomeProps {
  order: OrderView
  payment: Payment
  /** The form beside it shows the refusal of its number itself. */
  beside: boolean
}

/** The outcome of asking for a prompt, where the order itself does not show it. */
export function PromptOutcome({ order, payment: { refusal, unsure }, beside }: PromptOutcomeProps) {
  const outcome = useRef<HTMLDivElement>(null)
  const said = refusal && !refusal.message.endsWith(order.payment?.sentence ?? ' ') && !(beside && refusal.fields?.phone)
  useEffect(() => {
    if (said || unsure) focusInSight(outcome.current)
  }, [said, unsure])
  if (said) return <RefusalNotice refusal={refusal} beside={[]} ref={outcome} />
  if (!unsure) return null
  return (
    <Notice tone="amber" role="alert" tabIndex={-1} ref={outcome}>
      <b>We did not hear back.</b> Look whether your phone shows a prompt before you send another.
    </Notice>
  )
}
