import { Form } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { type AuthAnswer, refusalFor } from '#web/account/auth-answer.ts'
import { DemoMailLink } from '#web/account/demo-mail-link.tsx'
import { RefusalNotice, UnsureNotice } from '#web/forms/outcome-notice.tsx'
import { ScriptedField, useAction } from '#web/forms/use-action.tsx'

const failure = 'Not sent'

/** Sends the verification e-mail again. */
export function ResendForm({ email }: { email: string }) {
  const { answer, busy, refusal, unsure, onSubmit } = useAction<AuthAnswer>({ repeat: 'never' })
  return (
    <Form method="post" className="resend" onSubmit={onSubmit}>
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="email" value={email} />
      <ScriptedField />
      <div role="status">
        {!busy && answer && 'done' in answer && (
          <Notice tone="amber" icon="mail">
            <p>If this address is waiting to be confirmed, a new link is on its way to {email}.</p>
            <DemoMailLink />
          </Notice>
        )}
      </div>
      {refusal && <RefusalNotice refusal={refusalFor(refusal, 'resend', failure)} beside={[]} />}
      {!busy && unsure && <UnsureNotice unsure={unsure} title={failure} repeating={false} advice="Please try again." />}
      <Button type="submit" look="ghost" wide busy={busy}>
        Send the link again
      </Button>
    </Form>
  )
}
