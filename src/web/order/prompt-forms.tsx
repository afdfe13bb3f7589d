import { type ReactNode, useEffect, useRef, useState } from 'react'
import { deliveryRefusal } from '#domain/checkout-fields.ts'
import type { OrderView } from '#domain/order-view.ts'
import { mayBeOpen } from '#domain/payment.ts'
import { formatPhone } from '#domain/phone.ts'
import { Button } from '#ui/kit/button.tsx'
import { PhoneField } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { focusAndScroll, RefusalNotice } from '#web/forms/form-errors.tsx'
import type { Refusal, Unsure } from '#web/forms/refusal.ts'
import { useAction } from '#web/forms/use-action.tsx'

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

/**
 * "Wrong number? Change it": shown while a prompt is open, and after a prompt to the order's own number failed. It stays mounted between these stages, so that
 * the typed number is not lost.
 */
export function ChangeNumber({ order, payment }: { order: OrderView; payment: Payment }) {
  const [open, setOpen] = useState(false)
  if (order.payment === null) return null
  const { state, may_retry, phone } = order.payment
  if (!order.payment.may_change_number && !may_retry) {
    return mayBeOpen(state) && <p className="change-number">The number was changed twice. When this prompt has closed, you can use another one.</p>
  }
  if (!changesNumber(order)) return null
  const { busy, refusal, changeNumber } = payment
  const isAnswered = payment.sentBy === 'change-number'
  return (
    <div className="change-number">
      <p>
        <span>
          Prompt to <b className="tabular">{formatPhone(phone)}</b>
        </span>
        <button type="button" className="link" aria-expanded={open} aria-controls="right-number" onClick={() => setOpen(!open)}>
          Wrong number? Change it
        </button>
      </p>
      {(isAnswered || !may_retry) && <PromptOutcome order={order} payment={payment} beside={open && isAnswered} />}
      <div id="right-number">
        {open && (
          <NumberForm label="The right M-Pesa number" busy={busy} refused={isAnswered ? refusal?.fields?.phone : undefined} onSend={changeNumber} />
        )}
      </div>
    </div>
  )
}

/** Whether the page shows `ChangeNumber`. */
function changesNumber({ payment, customer_phone }: OrderView): boolean {
  return payment !== null && (payment.may_change_number || (payment.may_retry && payment.phone === customer_phone))
}

/** Warns about open prompts on other phones, which cannot be cancelled. */
export function OtherPhones({ phones, isPaid }: { phones: string[]; isPaid: boolean }) {
  if (phones.length === 0) return null
  const numbers = <span className="tabular">{phones.map(formatPhone).join(' and ')}</span>
  return (
    <Notice tone="amber">
      {isPaid ? (
        <>
          <b>A prompt may still be open on {numbers}.</b> Refuse it there: this order is paid. Money that comes all the same goes back to the number
          that paid it.
        </>
      ) : (
        <>
          <b>We cannot take back the prompt on {numbers}.</b> It closes by itself after about a minute. The first payment counts for this order,
          whichever phone it comes from; money that comes after it goes back to the number that paid it.
        </>
      )}
    </Notice>
  )
}

interface PromptOutcomeProps {
  order: OrderView
  payment: Payment
  /** A form on the page shows the error of its number itself. */
  beside: boolean
}

/** The outcome of a request for a prompt, unless the order itself shows it. */
function PromptOutcome({ order, payment: { refusal, unsure }, beside }: PromptOutcomeProps) {
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

interface NumberFormProps {
  label: string
  busy: boolean
  /** Why the server refused the number. */
  refused: string | undefined
  onSend: (phone: string) => void
}

/** Asks for a phone number and sends the prompt to it. It takes the focus when it opens. */
function NumberForm({ label, busy, refused, onSend }: NumberFormProps) {
  const [phone, setPhone] = useState('')
  const [isTouched, setTouched] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const error = isTouched ? (deliveryRefusal('customer_phone', phone) ?? refused) : null
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form
      className="other-number"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTouched(true)
        if (deliveryRefusal('customer_phone', phone) === null) onSend(phone)
        else form.current?.querySelector('input')?.focus()
      }}
    >
      <PhoneField
        label={label}
        name="phone"
        autoComplete="off"
        placeholder="+254700000000"
        enterKeyHint="send"
        required
        value={phone}
        error={error}
        onChange={(event) => setPhone(event.target.value)}
        onBlur={() => phone !== '' && setTouched(true)}
      />
      <Button type="submit" busy={busy}>
        Send the prompt there
      </Button>
    </form>
  )
}

export interface Payment {
  /** Sends the prompt again, to the same phone unless `phone` is given. */
  request(phone?: string): void
  /** Sends the prompt to a corrected number and replaces an open one. */
  changeNumber(phone: string): void
  busy: boolean
  /** Which of the two forms `refusal` and `unsure` belong to. */
  sentBy: 'again' | 'change-number'
  refusal: Refusal | null
  unsure: Unsure['unsure'] | null
}

/** Requests further prompts for the order of the current page. A double press sends one: the server allows one open prompt. */
export function usePayment(onRequest: () => void): Payment {
  const { busy, refusal, unsure, ...action } = useAction({ repeat: 'never' })
  const [sentBy, setSentBy] = useState<Payment['sentBy']>('again')
  const send = (fields: Record<string, string>) => {
    if (busy) return
    onRequest()
    setSentBy(fields.intent === 'change-number' ? 'change-number' : 'again')
    action.send(fields)
  }
  return {
    request: (phone) => send(phone === undefined ? { intent: 'retry' } : { intent: 'other-number', phone }),
    changeNumber: (phone) => send({ intent: 'change-number', phone }),
    busy,
    sentBy,
    refusal,
    unsure: busy ? null : unsure,
  }
}
