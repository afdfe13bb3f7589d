import { reviewActs, reviewText } from '#domain/order-acts.ts'
import type { AttemptState } from '#domain/payment.ts'
import { TextField } from '#ui/kit/field.tsx'
import { ActForm } from '#web/admin/act-form.tsx'

/** Removes a payment from the review queue, with a note. */
export function LookedAtForm({ attempt: { id, state, short_code } }: { attempt: { id: string; state: AttemptState; short_code: string | null } }) {
  const isSettled = state === 'paid' || state === 'failed'
  return (
    <ActForm
      act={reviewActs['looked-at']}
      intent="looked-at"
      hidden={{ attempt: id }}
      of={short_code ? `, payment of order ${short_code}` : ''}
      first={<p>{isSettled ? reviewText.settled : reviewText.open}</p>}
    >
      {({ field }) => (
        <TextField
          {...field('note')}
          label="What you found"
          hint="It stays in the audit log permanently: no names or phone numbers."
          rows={2}
          maxLength={500}
        />
      )}
    </ActForm>
  )
}
