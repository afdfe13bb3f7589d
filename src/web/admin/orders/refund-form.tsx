import { formatShillings } from '#domain/money.ts'
import { refundActs } from '#domain/order-acts.ts'
import { formatPhone } from '#domain/phone.ts'
import { isCash } from '#domain/receipt-code.ts'
import { Field } from '#ui/kit/field.tsx'
import { ActForm } from '#web/admin/act-form.tsx'
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
    <ActForm
      act={refundActs['refund-done']}
      intent="refund-done"
      hidden={{ refund: id }}
      of={short_code ? `, order ${short_code}` : ''}
      values={{ sum: formatShillings(amount), who: inCash || phone === null ? 'the buyer' : formatPhone(phone) }}
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
              <Field {...state.field('phone')} label="Number the money went to" type="tel" hint={`${hiddenNumber}.`} />
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
          <Field {...state.field('note')} label="Note" optional maxLength={500} />
        </>
      )}
    </ActForm>
  )
}
