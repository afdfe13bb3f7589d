import { Fragment, type ReactNode, useRef } from 'react'
import { Link, useFetcher, useLocation, useNavigate } from 'react-router'
import { type ButtonLook, buttonClass } from '#ui/kit/button.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { ScriptedField } from '#web/account/scripted-field.tsx'
import type { clientAction } from '#web/account/sign-out-action.ts'
import { authStore } from '#web/account/use-auth.ts'
import { adminUrl, authUrl, dashboardUrl, homeUrl, signOutUrl } from '#web/addresses.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { useEachAnswer } from '#web/use-each-answer.ts'

/** Both halves stand in every page; the sheet shows the one that the document is marked with (session-script.ts). */
const links = [
  { to: adminUrl, label: 'Admin Panel', when: 'when-admin' },
  { to: dashboardUrl, label: 'Dashboard', when: 'when-in' },
  { to: authUrl(), label: 'Sign In', when: 'when-out' },
] as const

/** The ways into an account and out of it; `each` puts an entry into what holds it, such as a list item. */
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
            <Link to={to} className={`${className} ${when}`} aria-current={isHere(to, pathname) ? 'page' : undefined}>
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

/** All sections of the admin panel stand under one link. */
function isHere(to: string, pathname: string): boolean {
  return pathname === to || (to === adminUrl && pathname.startsWith(`${adminUrl}/`))
}

/** The same as buttons, at the foot of the side menu. */
export function SessionButtons() {
  const look = (look: ButtonLook, when: string) => buttonClass({ look, wide: true }, when)
  return (
    <>
      {links.map(({ to, label, when }) => (
        <Link key={label} to={to} className={look('ink', when)}>
          {label}
        </Link>
      ))}
      <SignOutButton className={look('ghost', 'when-in')} />
    </>
  )
}

/** A form, so that it works before the scripts are there and without them. */
export function SignOutButton({ className }: { className: string }) {
  const fetcher = useFetcher<typeof clientAction>()
  const navigate = useNavigate()
  const { read, clear } = useCart()
  const cart = useRef<HTMLInputElement>(null)
  const answer = fetcher.data

  useEachAnswer(answer, () => {
    if (!answer) return
    if ('refusal' in answer) showToast({ title: answer.refusal.title, text: answer.refusal.message, tone: 'bad', about: 'sign-out' })
    else if ('unsure' in answer)
      showToast({ title: 'You are still signed in', text: 'The shop could not be reached. Please try again.', tone: 'bad', about: 'sign-out' })
    else {
      clear()
      authStore.learn(null)
      showToast({ title: 'Signed out', text: 'You have been signed out successfully.', about: 'sign-out' })
      void navigate(homeUrl)
    }
  })

  // The shop keeps it until they are back, and this browser forgets it (features/cart).
  const takeCartAlong = () => {
    if (cart.current) cart.current.value = JSON.stringify(read())
  }

  return (
    // The page is left: none of its data may be asked for again, and arrive after the visit was forgotten.
    <fetcher.Form method="post" action={signOutUrl} className={className} onSubmit={takeCartAlong} defaultShouldRevalidate={false}>
      <ScriptedField />
      <input type="hidden" name="cart" defaultValue="" ref={cart} />
      <button type="submit" aria-busy={fetcher.state !== 'idle' || undefined}>
        Sign Out
      </button>
    </fetcher.Form>
  )
}
