import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '#ui/kit/notice.tsx'
import { DemoMailLink } from '#web/account/demo-mail-link.tsx'
import { focusInSight } from '#web/focus-in-sight.ts'

/** An e-mail is on its way; what it says has to be done next. The form that asked for it is gone, so this takes the focus. */
export function EmailSent({ title, text, email, children }: { title: string; text: string; email: string | null; children?: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => focusInSight(notice.current), [])
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
          link works once, for one hour. Look among unwanted mail too.
        </p>
        <DemoMailLink />
      </Notice>
      {children}
    </div>
  )
}
