// @vitest-environment happy-dom
import { useLocation } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { Problem } from '#domain/problem.ts'
import { ForgotForm, InvalidLink, NewPasswordForm } from '#web/account/password-recovery.tsx'
import { SignInForm } from '#web/account/sign-in-form.tsx'
import { SignedUp, SignUpForm } from '#web/account/sign-up-form.tsx'
import { signedUpUrl } from '#web/addresses.ts'
import { refusalResponse } from '#web/forms/refusal.ts'
import { eventually, scriptedPages } from '../../../test/scripted-page.tsx'

const openScripted = scriptedPages()
afterEach(() => vi.useRealTimers())

/** Nobody waits for the pauses before a form is sent again. */
function hurried() {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (act: () => void, ms = 0) => setTimeout(act, ms < 1000 ? ms : 0))
  // Not before the page has drawn that it asks again.
  return <Answer,>(answer: Answer) => new Promise<Answer>((settle) => setTimeout(() => settle(answer), 20))
}

it.each([
  ['busy', 'The shop did not answer in time.'],
  ['lost', 'The connection was lost before we heard back.'],
] as const)('a sign-in that nobody answers is sent again by itself, then says what failed and what to do: %s', async (unsure, reason) => {
  const later = hurried()
  let asked = 0
  const page = await openScripted('/auth', {
    routes: [{ path: 'auth', Component: () => <SignInForm next={null} />, action: () => later({ unsure, at: ++asked }) }],
  })
  page.type('Email or Phone Number', 'wanjiru@example.com')
  page.type('Password', 'any password')
  page.press('Sign In')
  await page.sees(`Sign in failed${reason} Check your connection, then press Sign In again.`, '[role=alert]')
  await eventually(() => document.activeElement?.getAttribute('role')).toBe('alert')
  expect([asked, page.valueOf('Email or Phone Number')]).toEqual([3, 'wanjiru@example.com'])
})

it('a press is sent once, again by itself as it was sent, and never lost, while the shop is out of breath', async () => {
  const later = hurried()
  const typed = Promise.withResolvers<void>()
  const sent: unknown[] = []
  const action = async ({ request }: { request: Request }) => {
    sent.push((await request.formData()).get('email'))
    if (sent.length === 3) await typed.promise
    const session = {
      user: { id: 'w' },
      name: 'Wanjiru',
      is_affiliate: false,
      is_admin: false,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    }
    return later(sent.length > 3 ? { done: 'signed-in', session, cart: [] } : { unsure: 'busy', at: sent.length })
  }
  const page = await openScripted('/auth', {
    routes: [
      { path: 'auth', Component: () => <SignInForm next={null} />, action },
      { path: '', Component: () => <h1>Home</h1> },
    ],
  })
  page.type('Email or Phone Number', 'wanjiru@example.com')
  page.type('Password', 'any password')
  pressTwiceAndWhenItIsBack(page.getByRole('button', { name: 'Sign In' }) as HTMLButtonElement)
  await page.sees('We are trying again.', '[role=alert]')
  await eventually(() => sent.length).toBe(3)
  page.type('Email or Phone Number', '0711000001')
  typed.resolve()
  await page.sees('Welcome back!', '.toasts')
  await page.sees('Home', 'h1')
  const email = 'wanjiru@example.com'
  expect(sent).toEqual([email, email, email, '0711000001'])
})

/** Two presses at once, and one at the very moment that the button comes back. */
function pressTwiceAndWhenItIsBack(button: HTMLButtonElement) {
  let wasBusy = false
  const watch = new MutationObserver(() => {
    if (wasBusy && button.textContent === 'Sign In') {
      watch.disconnect()
      button.click()
    }
    wasBusy ||= button.textContent !== 'Sign In'
  })
  watch.observe(button, { subtree: true, childList: true, characterData: true, attributes: true })
  button.click()
  button.click()
}

/** Its two screens, as the route shows them (`AuthScreen`). */
const SignUp = () => (useLocation().search.includes('signed-up') ? <SignedUp next={null} /> : <SignUpForm next={null} />)

it('somebody signs up: the button waits for the password, and what was typed survives a lost answer, another screen and a reload', async () => {
  const answers: unknown[] = [
    refusalResponse(new Problem('user_already_exists')),
    { unsure: 'lost' },
    { done: 'signed-up', email: 'journey@example.com' },
  ]
  const action = () => answers.shift()
  const routes = [
    { path: 'sign-up', Component: SignUp, action },
    { path: 'auth', Component: () => <ForgotForm next={null} /> },
  ]
  let page = await openScripted('/sign-up', { routes })
  const both = (secret: string) => {
    for (const label of ['Password', 'Confirm Password']) page.type(label, secret)
  }
  const isDisabled = () => page.getByRole<HTMLButtonElement>('button', { name: 'Sign Up' }).disabled
  both('password!')
  // All of the checklist holds, and the shop would refuse it all the same.
  await page.sees('3 of 3 password requirements met. This password is one of the first')
  expect(isDisabled()).toBe(true)
  both('mbio-wingu-42')
  await eventually(isDisabled).toBe(false)
  page.press('Sign Up')
  for (const words of ['Enter your full name.', 'Enter your phone number.', 'Enter your e-mail.']) await page.sees(words)
  await eventually(page.focused).toBe('full_name')
  expect(answers).toHaveLength(3)
  page.type('Full Name', 'Wanjiru')
  page.type('Phone Number', '0712 345 678')
  page.type('Email', 'known@example.com')
  page.press('Sign Up')
  await page.sees('Account Already Exists', '[role=alert]')
  page.press('Forgot Password', 'link')
  await eventually(() => page.valueOf('Email')).toBe('known@example.com')
  page.type('Email', 'journey@example.com')
  page = await openScripted('/sign-up', { routes })
  await eventually(() => page.valueOf('Email')).toBe('journey@example.com')
  expect([page.valueOf('Full Name'), page.valueOf('Phone Number')]).toEqual(['Wanjiru', '0712 345 678'])
  both('mbio-wingu-42')
  await eventually(isDisabled).toBe(false)
  page.press('Sign Up')
  await page.sees('The connection was lost before we heard back. Check your connection, then press Sign Up again.', '[role=alert]')
  expect(answers, 'it is not sent again by itself').toHaveLength(1)
  page.press('Sign Up')
  await page.sees('Account created!')
  page = await openScripted(signedUpUrl(), { routes })
  await page.sees('Account created!')
  expect(page.text('main .notice')).toContain('journey@example.com')
})

it('a new password says so, ends the session of this browser, and leads on to signing in for where its letter was asked for', async () => {
  const page = await openScripted('/reset-password', {
    routes: [
      {
        path: 'reset-password',
        Component: () => <NewPasswordForm ending="page" next="/dashboard/orders" />,
        action: () => ({ done: 'new-password' }),
      },
      { path: 'auth', Component: () => <h1>{useLocation().search}</h1> },
    ],
  })
  for (const label of ['New Password', 'Confirm New Password']) page.type(label, 'kijani-kibichi-7')
  page.press('Update Password')
  await page.sees('?next=%2Fdashboard%2Forders', 'h1')
  await page.sees('You can now sign in with your new password', '.toasts')
})

it.each([
  ['leads on to signing in after three seconds', false],
  ['stays where its reader says so', true],
])('a page of a link that was used %s', async (_, stays) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const left = vi.fn(() => null)
  const page = await openScripted('/reset-password', {
    routes: [
      { path: 'reset-password', Component: InvalidLink },
      { path: 'auth', loader: left, Component: () => <h1>Sign In</h1> },
    ],
  })
  await page.sees('In 3 seconds this page continues to Sign In.', '[role=alert]')
  if (stays) {
    page.press('Stay on this page')
    await page.sees('You stay on this page.', '[role=alert]')
  }
  await vi.advanceTimersByTimeAsync(2_900)
  expect(left).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(left).toHaveBeenCalledTimes(stays ? 0 : 1)
  await page.sees(stays ? 'You stay on this page.' : 'Sign In', stays ? '[role=alert]' : 'h1')
})
