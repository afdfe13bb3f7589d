import { TextField } from '#ui/kit/field.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { called, type PayoutProps } from '#web/admin/payouts/payout-facts.tsx'

/** A question moves no money, so it needs no confirmation. */
export function AskMpesa({ payout }: PayoutProps) {
  return (
    <AdminForm
      intent="ask"
      hidden={{ id: payout.id }}
      submit="Ask M-Pesa"
      name={`Ask M-Pesa about ${called(payout)}`}
      busy="Asking..."
      look="ghost"
      small
    />
  )
}

export function LookedAt({ payout }: PayoutProps) {
  return (
    <ConfirmForm
      intent="looked"
      hidden={{ id: payout.id }}
      label="Looked at"
      labelled={`Looked at: ${called(payout)}`}
      title="Looked at?"
      text={
        <>
          <p>{payout.review_reason}</p>
          {payout.unbooked_receipts.length > 0 && (
            <p>
              The books do not hold <b className="num">{payout.unbooked_receipts.join(', ')}</b>. It is let go: settle that money with the affiliate
              first.
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

export function TakeBack({ payout }: PayoutProps) {
  return (
    <ConfirmForm
      intent="take-back"
      hidden={{ ids: payout.id }}
      label="Take back"
      labelled={`Take back from the list: ${called(payout)}`}
      title="Take back from the list?"
      text={<p>Only do this when nobody is paying it by hand any more: it could be paid twice.</p>}
      submit="Take back"
      busy="Taking back..."
    />
  )
}
