import { Link } from 'react-router'
import { ButtonLink } from '#ui/kit/button.tsx'
import { readDraft } from '#web/account/draft.ts'
import { EmailSent } from '#web/account/email-sent.tsx'
import { ResendForm } from '#web/account/resend-form.tsx'
import { authUrl } from '#web/addresses.ts'
import { useInBrowser } from '#web/browser/in-browser.ts'

/** Shown after signing up. `email` is the new address; after a reload it is read from the tab's draft. */
export function SignedUp({ email, next }: { email?: string; next: string | null }) {
  const inBrowser = useInBrowser()
  const to = email ?? (inBrowser ? (readDraft().email ?? null) : null)
  return (
    <EmailSent title="Account created!" text="Please check your email to verify your account before signing in." email={to}>
      <ButtonLink to={authUrl('sign-in', next)} wide>
        Sign In
      </ButtonLink>
      {to && <ResendForm email={to} />}
      <p className="auth-more">
        <Link className="link" to={authUrl('sign-up', next)}>
          Use another e-mail
        </Link>
      </p>
    </EmailSent>
  )
}
