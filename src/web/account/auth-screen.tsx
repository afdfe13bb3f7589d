import { type ReactNode, useContext } from 'react'
import { Link, useSearchParams } from 'react-router'
import shoe from '#ui/kit/empty.webp'
import { Notice } from '#ui/kit/notice.tsx'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import type { AuthPage } from '#web/account/auth-page.tsx'
import { Confirm } from '#web/account/confirm-email-form.tsx'
import { LinkSentAgain } from '#web/account/email-sent.tsx'
import { ForgotForm, InvalidLink, NewPasswordForm } from '#web/account/password-recovery.tsx'
import { SignInForm } from '#web/account/sign-in-form.tsx'
import { SignedUp, SignUpForm } from '#web/account/sign-up-form.tsx'
import { authUrl } from '#web/addresses.ts'
import { CspNonce } from '#web/first-paint/start-script.ts'
import { sessionEnded } from '#web/forms/refusal.ts'

export function AuthScreen({ page, title, posted }: { page: AuthPage; title: string; posted?: AuthAnswer }) {
  const { mode, next, linkWorks, link, signedIn, hasEnded } = page
  const isSignedUp = useSearchParams()[0].get('mode') === 'signed-up'
  const done = posted && 'done' in posted ? posted : null
  const screens: Record<AuthPage['mode'], ReactNode> = {
    'sign-in': <SignInForm next={next} posted={posted} />,
    'sign-up': isSignedUp ? <SignedUp next={next} /> : <SignUpForm next={next} posted={posted} />,
    forgot: <ForgotForm next={next} posted={posted} />,
    'new-password': linkWorks || done ? <NewPasswordForm ending="screen" next={next} posted={posted} /> : <InvalidLink />,
    confirm: (
      <Confirm
        linkWorks={linkWorks ?? false}
        isNew={link === 'verify'}
        isChange={link === 'change'}
        signedIn={signedIn}
        next={next}
        posted={posted}
      />
    ),
  }
  return (
    <AccountFrame
      title={title}
      tabs={mode === 'sign-in' || mode === 'sign-up' ? <Tabs mode={mode} next={next} /> : null}
      key={isSignedUp ? 'signed-up' : mode}
    >
      {mode === 'sign-in' && hasEnded && !posted && (
        <Notice tone="amber">
          <b>{sessionEnded.title}.</b> What you wrote was not sent. Sign in to return to its page.
        </Notice>
      )}
      {/* Without scripts the form that asked for it is gone. */}
      {done?.done === 'resent' ? <LinkSentAgain email={done.email} /> : screens[mode]}
    </AccountFrame>
  )
}

/** The layout of the sign-in screen: the form, and beside it a picture. */
export function AccountFrame({ title, tabs, children }: { title: string; tabs?: ReactNode; children: ReactNode }) {
  const nonce = useContext(CspNonce)
  return (
    <div className="container auth-page">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own fixed text, known to the policy by its nonce */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: hashScript }} />
      <div className="auth-form">
        {tabs}
        <h1 className={tabs ? 'visually-hidden' : undefined}>{title}</h1>
        {children}
      </div>
      <div className="auth-wall">
        <ul>
          <li>Your orders and receipts in one place</li>
          <li>Your cart on every visit</li>
          <li>Delivery filled in at checkout</li>
        </ul>
        <img src={shoe} alt="" width={480} height={238} />
      </div>
    </div>
  )
}

function Tabs({ mode, next }: { mode: 'sign-in' | 'sign-up'; next: string | null }) {
  const tabs = [
    { to: authUrl('sign-in', next), label: 'Sign In', current: mode === 'sign-in' },
    { to: authUrl('sign-up', next), label: 'Sign Up', current: mode === 'sign-up' },
  ]
  return (
    <nav className="auth-tabs" aria-label="Account">
      {tabs.map(({ to, label, current }) => (
        <Link key={label} to={to} replace preventScrollReset aria-current={current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** The token of a link may be in the hash, which servers do not get: the page is opened again with it in the query, where the loader removes it. */
export const hashScript = `if(/(^|[#&])type=/.test(location.hash))location.replace(location.pathname+"?"+location.hash.slice(1))`
