// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { SignInForm } from '#web/account/sign-in-form.tsx'
import { eventually, scriptedPages } from '../../../test/scripted-page.tsx'

const openScripted = scriptedPages()

it.each([
  ['busy', 'The shop did not answer in time.'],
  ['lost', 'The connection was lost before we heard back.'],
] as const)('a sign-in that nobody answers is sent again by itself, then says what failed and what to do: %s', async (unsure, reason) => {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (act: () => void, ms = 0) => setTimeout(act, ms < 1000 ? ms : 0))
  let asked = 0
  // Not before the page has drawn that it asks again.
  const nobody = () => new Promise((settle) => setTimeout(() => settle({ unsure, at: ++asked }), 20))
  const page = await openScripted('/auth', {
    routes: [{ path: 'auth', Component: () => <SignInForm next={null} />, action: nobody }],
  })
  page.type('Email or Phone Number', 'wanjiru@example.com')
  page.type('Password', 'any password')
  page.press('Sign In')
  await page.sees(`Sign in failed${reason} Check your connection, then press Sign In again.`, '[role=alert]')
  await eventually(() => document.activeElement?.getAttribute('role')).toBe('alert')
  expect([asked, page.valueOf('Email or Phone Number')]).toEqual([3, 'wanjiru@example.com'])
})
