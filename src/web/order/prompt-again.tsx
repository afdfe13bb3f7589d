import { type ReactNode, useEffect, useRef, useState } from 'react'
import { deliveryRefusal } from '#domain/delivery.ts'
import type { OrderView } from '#domain/receipt.ts'
import { Button } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { RefusalNotice } from '#web/checkout/outcome-notice.tsx'
import { focusInSight } from '#web/focus-in-sight.ts'
import type { Payment } from '#web/order/use-payment.ts'

/** "Send the prompt again" and "Use another number", with what came of it; below them further ways on. */
export function PromptAgain({ order, payment, children }: { order: OrderView; payment: Payment; children?: ReactNode }) {
  const { busy, refusal, unsure, request } = payment
  const [otherNumber, setOtherNumber] = useState(false)
  const outcome = useRef<HTMLDivElement>(null)
  // What the order itself says already needs no second notice.
  const said = refusal && !refusal.message.endsWith(order.payment?.sentence ?? ' ') && !(otherNumber && refusal.fields?.phone)
  useEffect(() => {
    if (said || unsure) focusInSight(outcome.current)
  }, [said, unsure])
  return (
    <>
      {said && <RefusalNotice refusal={refusal} beside={[]} ref={outcome} />}
      {unsure && (
        <Notice tone="amber" role="alert" tabIndex={-1} ref={outcome}>
          <b>We did not hear back.</b> Look whether your phone shows a prompt before you send another.
        </Notice>
      )}
      <div className="acts">
        <Button look="pay" busy={busy} onClick={() => request()}>
          {busy ? 'Sending the prompt...' : 'Send the prompt again'}
        </Button>
        <Button look="ghost" aria-expanded={otherNumber} aria-controls="other-number" onClick={() => setOtherNumber(!otherNumber)}>
          Use another number
        </Button>
      </div>
      <div id="other-number">{otherNumber && <OtherNumber busy={busy} refused={refusal?.fields?.phone} onSend={request} />}</div>
      <div className="acts">{children}</div>
    </>
  )
}

function OtherNumber({ busy, refused, onSend }: { busy: boolean; refused: string | undefined; onSend: (phone: string) => void }) {
  const [phone, setPhone] = useState('')
  const [left, setLeft] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const error = left ? (deliveryRefusal('customer_phone', phone) ?? refused) : null
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form
      className="other"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setLeft(true)
        if (deliveryRefusal('customer_phone', phone) === null) onSend(phone)
        else form.current?.querySelector('input')?.focus()
      }}
    >
      <Field
        label="Another M-Pesa number"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="+254700000000"
        enterKeyHint="send"
        required
        value={phone}
        error={error}
        onChange={(event) => setPhone(event.target.value)}
        onBlur={() => phone !== '' && setLeft(true)}
      />
      <Button type="submit" busy={busy}>
        Send the prompt there
      </Button>
    </form>
  )
}
