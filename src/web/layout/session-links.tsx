import { type FormEvent, Fragment, type ReactNode } from 'react'
import { Form, useLocation, useNavigate } from 'react-router'
import { type ButtonLook, buttonClass } from '#ui/kit/button.tsx'
import { Link } from '#ui/kit/link.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import type { clientAction } from '#web/account/sign-out-action.ts'
import { adminUrl, authUrl, dashboardUrl, homeUrl, signOutUrl } from '#web/addresses.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { ScriptedField, useAction } from '#web/forms/use-action.tsx'
import { authStore } from '#web/session/auth-store.ts'

/** Every page contains all of them; CSS shows those that match the document's `data-session` (session/session-watch.ts). */
const links = [
  { to: adminUrl, label: 'Admin Panel', when: 'when-admin' },
  { to: dashboardUrl, label: 'Dashboard', when: 'when-in' },
  { to: authUrl(), label: 'Sign In', when: 'when-out' },
] as const

/** Links to the account and the sign-out button; `each` wraps an entry, for example in a list item. */
export function SessionLinks({
  className = '',
  each = (entry) => entry,
}: {
  className?: string
  each?: (entry: ReactNode, when: string) => ReactNode
}) {
  const { pathname } = useLocation()
  return (
    <>
      {links.map(({ to, label, when }) => (
        <Fragment key={label}>
          {each(
            <Link to={to} className={`${className} ${when}`} aria-current={isCurrent(to, pathname) ? 'page' : undefined}>
              {label}
            </Link>,
            when,
          )}
        </Fragment>
      ))}
      {each(<SignOutButton className={`${className} when-in`} />, 'when-in')}
    </>
  )
}

/** Whether a link is the current page; the admin link is for all sections of the panel. */
function isCurrent(to: string, pathname: string): boolean {
  return pathname === to || (to === adminUrl && pathname.startsWith(`${adminUrl}/`))
}

/** The links as buttons, at the bottom of the side menu. */
export function SessionButtons() {
  const classOf = (look: ButtonLook, when: string) => buttonClass({ look, wide: true }, when)
  return (
    <>
      {links.map(({ to, label, when }) => (
        <Link key={label} to={to} className={classOf('ink', when)}>
          {label}
        </Link>
      ))}
      <SignOutButton className={classOf('ghost', 'when-in')} />
    </>
  )
}

/** Sign Out is a form, so that it works before hydration and without scripts. */
export function SignOutButton({ className }: { className?: string }) {
  const navigate = useNavigate()
  const { read, clear } = useCart()
  const { busy, send } = useAction({ repeat: 'never', onAnswer })

  function onAnswer(answer: Awaited<ReturnType<typeof clientAction>>) {
    if ('refusal' in answer) showToast({ title: answer.refusal.title, text: answer.refusal.message, tone: 'bad', topic: 'sign-out' })
    else if ('unsure' in answer)
      showToast({ title: 'You are still signed in', text: 'The shop could not be reached. Please try again.', tone: 'bad', topic: 'sign-out' })
    else {
      clear()
      authStore.learn(null)
      showToast({ title: 'Signed out', text: 'You have been signed out successfully.', topic: 'sign-out' })
      void navigate(homeUrl)
    }
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    // The server saves the cart for the next sign-in, and this browser clears it (features/cart).
    form.set('cart', JSON.stringify(read()))
    // No revalidation: it could store private data again after the caches were cleared.
    send(form, { action: signOutUrl, defaultShouldRevalidate: false })
  }

  return (
    <Form method="post" action={signOutUrl} className={className} onSubmit={onSubmit}>
      <ScriptedField />
      <button type="submit" aria-busy={busy || undefined}>
        Sign Out
      </button>
    </Form>
  )
}
