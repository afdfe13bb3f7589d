import { type ReactNode, useState } from 'react'
import type { OrderView } from '#domain/order-view.ts'
import { Button } from '#ui/kit/button.tsx'
import { changesNumber } from '#web/order/change-number.tsx'
import { NumberForm } from '#web/order/number-form.tsx'
import { PromptOutcome } from '#web/order/prompt-outcome.tsx'
import type { Payment } from '#web/order/use-payment.ts'

/** "Send the prompt again" and "Use another number", with their outcome; `children` are further buttons. */
export function PromptAgain({ order, payment, children }: { order: OrderView; payment: Payment; children?: ReactNode }) {
  const { busy, refusal, request } = payment
  const [otherNumber, setOtherNumber] = useState(false)
  const isAnswered = payment.sentBy === 'again'
  return (
    <>
      {(isAnswered || !changesNumber(order)) && <PromptOutcome order={order} payment={payment} beside={otherNumber && isAnswered} />}
      <div className="acts">
        <Button look="pay" busy={busy} onClick={() => request()}>
          {busy ? 'Sending the prompt...' : 'Send the prompt again'}
        </Button>
        <Button look="ghost" aria-expanded={otherNumber} aria-controls="other-number" onClick={() => setOtherNumber(!otherNumber)}>
          Use another number
        </Button>
      </div>
      <div id="other-number">
        {otherNumber && (
          <NumberForm label="Another M-Pesa number" busy={busy} refused={isAnswered ? refusal?.fields?.phone : undefined} onSend={request} />
        )}
      </div>
      <div className="acts">{children}</div>
    </>
  )
}
