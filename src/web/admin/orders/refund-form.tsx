import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import { isCash } from '#domain/receipt-code.ts'
import { Field } from '#ui/kit/field.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { ReceiptField } from '#web/admin/receipt-field.tsx'
import { Tick } from '#web/admin/tick.tsx'

export const hiddenNumber = 'Number hidden by M-Pesa: ask the buyer'

/** "Refund done": marks a refund as paid, with its M-Pesa code. */
export function RefundForm({
  refund: { id, amount, phone, short_code, receipt },
}: {
  /** With the receipt of its payment. */
  refund: { id: string; amount: number; phone: string | null; short_code: string | null; receipt: string | null }
}) {
  const inCash = isCash(receipt)
  const isHidden = phone === null && !inCash
  return (
    <ConfirmForm
      label="Refund done"
      buttonName={`Refund done${short_code ? `, order ${short_code}` : ''}`}
      title="Refund done?"
      text={`${formatShillings(amount)} went back to ${inCash || phone === null ? 'the buyer' : formatPhone(phone)}. The refund leaves the list and cannot be opened again.`}
      intent="refund-done"
      hidden={{ refund: id }}
      submit="Refund done"
      cancelLabel="Not yet"
    >
      {(state) => (
        <>
          <ReceiptField
            {...state}
            label="M-Pesa code of the money back"
            hint="The code of the reversal or of your payment back, not the buyer's receipt."
          />
          {isHidden && (
            <>
              <Field
                label="Number the money went to"
                name="phone"
                type="tel"
                hint={`${hiddenNumber}.`}
                defaultValue={state.typed.phone}
                error={state.errorOf('phone')}
              />
              <Tick
                name="reversed"
                label="I reversed the payment"
                hint="Leave the number empty: a reversal finds the payer by itself."
                first={false}
                typed={state.typed}
              />
            </>
          )}
          {inCash && (
            <Tick
              name="cash"
              label="Paid back in cash"
              hint="Leave the code empty: the shop numbers the payment."
              first={false}
              typed={state.typed}
            />
          )}
          <Field label="Note" optional name="note" maxLength={500} defaultValue={state.typed.note} error={state.errorOf('note')} />
        </>
      )}
    </ConfirmForm>
  )
}
