import { type ReactNode, useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { type AuthAnswer, refusalFor } from '#web/account/auth-answer.ts'
import { focusAndScroll, RefusalNotice, UnsureNotice } from '#web/forms/form-errors.tsx'
import { ScriptedField, useAction } from '#web/forms/use-action.tsx'
import { useShop } from '#web/shop-facts.ts'

/** After the link of a new account was asked for again; the same for an address that waits for none. */
export function LinkSentAgain({ email }: { email: string }) {
  return <EmailSent title="Check your e-mail" text="If this address is waiting to be confirmed, a new link is on its way." email={email} />
}

/** Says that an e-mail was sent and what to do next. It takes the focus, because the form is gone. */
export function EmailSent({ title, text, email, children }: { title: string; text: string; email: string | null; children?: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => focusAndScroll(notice.current), [])
  return (
    <div className="form">
      <Notice tone="amber" icon="mail" role="status" tabIndex={-1} ref={notice}>
        <b>{title}</b>
        <p>{text}</p>
        <p>
          {email === null ? (
            'Its'
          ) : (
            <>
              It goes to <b>{email}</b>, and its
            </>
          )}{' '}
          link works once, for one hour. Check your spam folder too.
        </p>
        <DemoMailLink />
      </Notice>
      {children}
    </div>
  )
}

const notSent = 'Not sent'

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
      {refusal && <RefusalNotice refusal={refusalFor(refusal, 'resend', notSent)} beside={[]} />}
      {!busy && unsure && <UnsureNotice unsure={unsure} title={notSent} repeating={false} advice="Please try again." />}
      <Button type="submit" look="ghost" wide busy={busy}>
        Send the link again
      </Button>
    </Form>
  )
}

/** In the demo, a link to the e-mails, which are stored and not sent; null otherwise. */
export function DemoMailLink() {
  const { demo } = useShop()
  if (!demo?.outboxUrl) return null
  return (
    <a className="link demo-mail" href={demo.outboxUrl} target="_blank" rel="noopener">
      <Icon name="mail" small /> Read the demo e-mails
    </a>
  )
}
