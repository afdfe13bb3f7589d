import { useState } from 'react'
import type { OrderView } from '#domain/order-view.ts'
import { mayBeOpen } from '#domain/payment.ts'
import { formatPhone } from '#domain/phone.ts'
import { Notice } from '#ui/kit/notice.tsx'
import { NumberForm } from '#web/order/number-form.tsx'
import { PromptOutcome } from '#web/order/prompt-outcome.tsx'
import type { Payment } from '#web/order/use-payment.ts'

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
export function changesNumber({ payment, customer_phone }: OrderView): boolean {
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
