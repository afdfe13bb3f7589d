import type { AttemptState } from '#domain/payment.ts'
import { TextField } from '#ui/kit/field.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'

/** Removes a payment from the review queue, with a note. */
export function LookedAtForm({ attempt: { id, state, short_code } }: { attempt: { id: string; state: AttemptState; short_code: string | null } }) {
  const isSettled = state === 'paid' || state === 'failed'
  return (
    <ConfirmForm
      label="Solved"
      buttonName={`Solved${short_code ? `, payment of order ${short_code}` : ''}`}
      title="Is the problem of this payment solved?"
      text={
        isSettled
          ? 'It leaves this list; nothing else changes.'
          : 'Look at the M-Pesa statement first. If the money is there, press Record payment on the order instead. Otherwise this prompt is closed as not paid; money that comes for it later still counts.'
      }
      intent="looked-at"
      hidden={{ attempt: id }}
      submit="Solved"
      cancelLabel="Not yet"
    >
      {({ errorOf, typed }) => (
        <TextField
          label="What you found"
          hint="It stays in the audit log permanently: no names or phone numbers."
          name="note"
          rows={2}
          maxLength={500}
          defaultValue={typed.note}
          error={errorOf('note')}
        />
      )}
    </ConfirmForm>
  )
}
