import type { AffiliateRow } from '#features/affiliates/list-affiliates.ts'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { ReasonField } from '#web/admin/reason-field.tsx'

/** Pauses an affiliate, with a reason for their e-mail, or resumes them. */
export function PauseForm({ id, full_name, is_paused, pause_reason }: AffiliateRow) {
  if (is_paused) {
    return (
      <ConfirmForm
        key="resume"
        intent="resume"
        hidden={{ id }}
        label="Resume"
        buttonName={`Resume ${full_name}`}
        title="Resume this affiliate?"
        text={
          <p>
            The links of <b>{full_name}</b> count again from now on, and they get an e-mail.
            {pause_reason && ` They were paused for this reason: ${pause_reason}`}
          </p>
        }
        submit="Resume"
        busy="Resuming..."
      />
    )
  }
  return (
    <ConfirmForm
      key="pause"
      intent="pause"
      hidden={{ id }}
      label="Pause"
      buttonName={`Pause ${full_name}`}
      title="Pause this affiliate?"
      text={
        <p>
          The links of <b>{full_name}</b> earn nothing while they are paused. What was earned stays, and can be paid out. They get an e-mail with the
          reason.
        </p>
      }
      submit="Pause"
      busy="Pausing..."
    >
      {(form) => <ReasonField {...form} optional={false} />}
    </ConfirmForm>
  )
}
