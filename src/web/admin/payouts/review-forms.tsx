import { TextField } from '#ui/kit/field.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { type PayoutProps, payoutName } from '#web/admin/payouts/payout-facts.tsx'

/** Queries M-Pesa, without a confirmation because no money moves. */
export function AskMpesa({ payout }: PayoutProps) {
  return (
    <AdminForm
      intent="ask"
      hidden={{ id: payout.id }}
      submit="Ask M-Pesa"
      name={`Ask M-Pesa about ${payoutName(payout)}`}
      busy="Asking..."
      look="ghost"
      small
    />
  )
}

export function ResolveReviewForm({ payout }: PayoutProps) {
  return (
    <ConfirmForm
      intent="looked"
      hidden={{ id: payout.id }}
      label="Looked at"
      buttonName={`Looked at: ${payoutName(payout)}`}
      title="Looked at?"
      text={
        <>
          <p>{payout.review_reason}</p>
          {payout.unbooked_receipts.length > 0 && (
            <p>
              Not in the books: <b className="tabular">{payout.unbooked_receipts.join(', ')}</b>. Settle that money with the affiliate first:
              afterwards the shop no longer holds it against new payouts.
            </p>
          )}
        </>
      }
      submit="Looked at"
      busy="Writing down..."
    >
      {({ errorOf, typed }) => (
        <TextField
          label="What you found"
          hint="The audit log keeps it."
          name="note"
          rows={3}
          maxLength={500}
          error={errorOf('note')}
          defaultValue={typed.note}
        />
      )}
    </ConfirmForm>
  )
}

export function TakeBackForm({ payout }: PayoutProps) {
  return (
    <ConfirmForm
      intent="take-back"
      hidden={{ ids: payout.id }}
      label="Take back"
      buttonName={`Take back from the list: ${payoutName(payout)}`}
      title="Take back from the list?"
      text={<p>Only do this if no one is paying it by hand any more: it could be paid twice.</p>}
      submit="Take back"
      busy="Taking back..."
    />
  )
}
