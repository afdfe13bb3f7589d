import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '#ui/kit/notice.tsx'
import { DemoMailLink } from '#web/account/demo-mail-link.tsx'
import { focusAndScroll } from '#web/forms/field-errors.ts'

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
