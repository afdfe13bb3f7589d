import { type ReactNode, useState } from 'react'
import type { OrderView } from '#domain/receipt.ts'
import { Button } from '#ui/kit/button.tsx'
import { NumberForm } from '#web/order/number-form.tsx'
import { PromptOutcome } from '#web/order/prompt-outcome.tsx'
import type { Payment } from '#web/order/use-payment.ts'

/** "Send the prompt again" and "Use another number", with what came of it; below them further ways on. */
export function PromptAgain({ order, payment, children }: { order: OrderView; payment: Payment; children?: ReactNode }) {
  const { busy, refusal, request } = payment
  const [otherNumber, setOtherNumber] = useState(false)
  return (
    <>
      <PromptOutcome order={order} payment={payment} beside={otherNumber} />
      <div className="acts">
        <Button look="pay" busy={busy} onClick={() => request()}>
          {busy ? 'Sending the prompt...' : 'Send the prompt again'}
        </Button>
        <Button look="ghost" aria-expanded={otherNumber} aria-controls="other-number" onClick={() => setOtherNumber(!otherNumber)}>
          Use another number
        </Button>
      </div>
      <div id="other-number">
        {otherNumber && <NumberForm label="Another M-Pesa number" busy={busy} refused={refusal?.fields?.phone} onSend={request} />}
      </div>
      <div className="acts">{children}</div>
    </>
  )
}
