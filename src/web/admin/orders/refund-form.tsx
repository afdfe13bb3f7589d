import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import { Field } from '#ui/kit/field.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'

/** "Refund done": marks a refund as paid, with its M-Pesa code. */
export function RefundForm({
  refund: { id, amount, phone, short_code },
}: {
  refund: { id: string; amount: number; phone: string; short_code: string | null }
}) {
  return (
    <ConfirmForm
      label="Refund done"
      buttonName={`Refund done${short_code ? `, order ${short_code}` : ''}`}
      title="Refund done?"
      text={`${formatShillings(amount)} went back to ${formatPhone(phone)}. The refund leaves the list and cannot be opened again.`}
      intent="refund-done"
      hidden={{ refund: id }}
      submit="Refund done"
      cancelLabel="Not yet"
    >
      {({ errorOf, typed }) => (
        <>
          <Field
            label="M-Pesa code of the money back"
            name="receipt"
            hint="The code of the reversal or of your payment back, not the buyer's receipt."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={typed.receipt}
            error={errorOf('receipt')}
          />
          <Field label="Note" optional name="note" maxLength={500} defaultValue={typed.note} error={errorOf('note')} />
        </>
      )}
    </ConfirmForm>
  )
}
