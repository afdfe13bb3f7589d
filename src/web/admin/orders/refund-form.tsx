import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import { isCash } from '#domain/receipt-code.ts'
import { Field } from '#ui/kit/field.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { ReceiptField } from '#web/admin/receipt-field.tsx'
import { Tick } from '#web/admin/tick.tsx'

/** "Refund done": marks a refund as paid, with its M-Pesa code. */
export function RefundForm({
  refund: { id, amount, phone, short_code, receipt },
}: {
  /** With the receipt of its payment. */
  refund: { id: string; amount: number; phone: string; short_code: string | null; receipt: string | null }
}) {
  const inCash = isCash(receipt)
  return (
    <ConfirmForm
      label="Refund done"
      buttonName={`Refund done${short_code ? `, order ${short_code}` : ''}`}
      title="Refund done?"
      text={`${formatShillings(amount)} went back to ${inCash ? 'the buyer' : formatPhone(phone)}. The refund leaves the list and cannot be opened again.`}
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
