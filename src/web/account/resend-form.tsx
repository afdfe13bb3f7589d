import { useFetcher } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { type AuthAnswer, refusalFor } from '#web/account/auth-answer.ts'
import { DemoMailLink } from '#web/account/demo-mail-link.tsx'
import { RefusalNotice } from '#web/forms/outcome-notice.tsx'
import { ScriptedField } from '#web/forms/scripted-field.tsx'

/** Sends the verification e-mail again. */
export function ResendForm({ email }: { email: string }) {
  const fetcher = useFetcher<AuthAnswer>()
  const busy = fetcher.state !== 'idle'
  const answer = busy ? undefined : fetcher.data
  return (
    <fetcher.Form method="post" className="resend">
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="email" value={email} />
      <ScriptedField />
      <div role="status">
        {answer && 'done' in answer && (
          <Notice tone="amber" icon="mail">
            <p>If this address is waiting to be confirmed, a new link is on its way to {email}.</p>
            <DemoMailLink />
          </Notice>
        )}
      </div>
      {answer && 'refusal' in answer && <RefusalNotice refusal={refusalFor(answer.refusal, 'resend', 'Not sent')} beside={[]} />}
      {answer && 'unsure' in answer && (
        <Notice tone="amber" role="alert">
          The shop did not answer in time. Please try again.
        </Notice>
      )}
      <Button type="submit" look="ghost" wide busy={busy}>
        Send the link again
      </Button>
    </fetcher.Form>
  )
}
