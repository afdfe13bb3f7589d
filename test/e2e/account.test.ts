import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { account, goodPassword } from '../accounts.ts'
import { codeOf } from '../totp.ts'
import { shoot, sizes } from './browser.ts'
import { examine } from './examine.ts'
import { useShop } from './shop.ts'
import { cartButton, heading, newPhone, order, placeButton, takenOver } from './steps.ts'

const shop = useShop()
const refused = /status of 4(00|01|03|09|22|29)/

let people = 0
const newEmail = () => `journey-${++people}@example.com`
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const name = (page: Page) => page.getByLabel('Email or Phone Number')
const press = (page: Page, label: string) => page.locator('main').getByRole('button', { name: label, exact: true }).click()
const notice = (page: Page, text: string | RegExp) => page.locator('main .notice').getByText(text)
const toast = (page: Page, title: string) => page.locator('.toast', { hasText: title })
const header = (page: Page) => page.getByRole('banner')
const someone = (changes: Parameters<typeof account>[1] = {}) => account({ db: shop.db }, changes)

async function signIn(page: Page, who: { email: string; password?: string }) {
  await name(page).fill(who.email)
  await password(page).fill(who.password ?? goodPassword)
  await press(page, 'Sign In')
}

async function fillSignUp(page: Page, email: string, secret = goodPassword) {
  await page.getByLabel('Full Name').fill('Wanjiru Kamau')
  await page.getByLabel('Phone Number').fill('0712 345 678')
  await page.getByLabel('Email').fill(email)
  await password(page).fill(secret)
  await page.getByLabel('Confirm Password', { exact: true }).fill(secret)
}

const letters = { verify: 'Confirm your e-mail', recover: 'Set a new password', changed: 'was changed' } as const

/** What the newest letter of a kind leads to. How letters come into the outbox, and what can be followed there, outbox.test.ts shows. */
async function linkFor(email: string, kind: keyof typeof letters, many = 1): Promise<string> {
  const found = sql`select text from mails where to_address = ${email} and subject like ${`%${letters[kind]}%`} order by created_at desc`
  const written = async () =>
    (await shop.db.execute<{ text: string }>(found)).rows.flatMap(({ text }) => /\S+(token=|mode=forgot)\S*/.exec(text)?.[0] ?? [])
  await expect.poll(async () => (await written()).length).toBe(many)
  return (await written())[0] as string
}

/** Follows it. */
const openEmail = async (page: Page, ...letter: Parameters<typeof linkFor>) => page.goto(await linkFor(...letter))

describe('an account', () => {
  it('is opened, proved by a letter, signed in to, and left', async () => {
    const { page, context, expectComplaint } = await shop.visit('phone')
    expectComplaint(refused)
    const email = newEmail()
    await shop.open(page, '/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Sign In' }).click()
    await heading(page, 'Sign In').waitFor()
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Sign Up' }).click()
    await heading(page, 'Sign Up').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Sign Up' }).isDisabled()).toBe(true)
    await password(page).fill('mbio')
    await page.getByText('1 of 3').waitFor({ state: 'hidden' })
    await fillSignUp(page, email)
    await page.getByText('3 of 3 password requirements met').waitFor({ state: 'attached' })
    await page.getByLabel('Show password', { exact: true }).click()
    await expect.poll(() => password(page).getAttribute('type')).toBe('text')
    await page.getByLabel('Join our affiliate program (earn 10% commission)').check()
    await examine(page, 'account-sign-up', { finger: 'main' })
    await press(page, 'Sign Up')
    await notice(page, 'Account created!').waitFor()
    await notice(page, 'Please check your email to verify your account before signing in.').waitFor()
    await examine(page, 'account-account-created', { finger: 'main' })
    await page.reload()
    await notice(page, 'Account created!').waitFor()
    await notice(page, email).waitFor()
    await expect.poll(() => password(page).count()).toBe(0)

    await openEmail(page, email, 'verify')
    await heading(page, 'Confirm your e-mail').waitFor()
    expect(page.url()).not.toContain('token')
    await examine(page, 'account-confirm', { finger: 'main' })
    await password(page).fill('not-what-was-chosen')
    await press(page, 'Confirm and sign in')
    await page.getByText('This is not the password of your account.').waitFor()
    await expect.poll(() => page.locator('main .notice').count()).toBe(0)
    await examine(page, 'account-confirm-refused', { finger: 'main' })
    await password(page).fill(goodPassword)
    await press(page, 'Confirm and sign in')
    await toast(page, 'Welcome back!').getByText('You have successfully signed in.').waitFor()
    await page.waitForURL(`${shop.url}/`)
    const { rows } = await shop.db.execute(sql`select is_affiliate from profiles p join auth.users u using (id) where u.email = ${email}`)
    expect(rows).toEqual([{ is_affiliate: true }])

    await page.setViewportSize(sizes.desk)
    await header(page).getByRole('link', { name: 'Dashboard' }).waitFor()
    await expect.poll(() => header(page).getByRole('link', { name: 'Sign In' }).isVisible()).toBe(false)
    await shoot(page, 'account-header-in', 'screen')
    await header(page).getByRole('button', { name: 'Sign Out' }).click()
    await toast(page, 'Signed out').getByText('You have been signed out successfully.').waitFor()
    await header(page).getByRole('link', { name: 'Sign In' }).waitFor()
    expect((await context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
    await page.goto(`${shop.url}/dashboard`)
    await page.waitForURL('**/auth?next=%2Fdashboard')
  })

  it('proved by a link that was used or made up says so, and sends another', async () => {
    const { page, context, expectComplaint } = await shop.visit('desk')
    expectComplaint(refused)
    const who = await someone({ isProved: false })
    await page.goto(`${shop.url}/signin?type=signup&token=nothing`)
    await notice(page, 'Invalid link').waitFor()
    await page.getByLabel('Email').fill(who.email)
    await press(page, 'Send the link again')
    await notice(page, 'a new link is on its way').waitFor()
    await openEmail(page, who.email, 'verify', 2)
    const other = await context.newPage()
    await other.goto(`${shop.url}/signin?mode=confirm`)
    for (const each of [page, other]) await password(each).fill(goodPassword)
    await press(page, 'Confirm and sign in')
    await toast(page, 'Welcome back!').waitFor()
    // The other tab has heard of it.
    await notice(other, 'Invalid link').waitFor()
    await examine(other, 'account-invalid-link', { finger: 'main' })
  })
})

describe('signing in', () => {
  it('leads home, or to where somebody wanted to go, and nowhere else', async () => {
    const { page } = await shop.visit('desk')
    const who = await someone()
    await page.goto(`${shop.url}/dashboard/orders`)
    await signIn(page, { email: who.phone })
    await page.waitForURL('**/dashboard/orders')
    for (const path of ['/auth', '/signin', '/sign-in', '/sign-up', '/sign', '/sign in', '/sign%20up']) {
      await page.goto(shop.url + path)
      await page.waitForURL('**/dashboard')
    }
    await header(page).getByRole('button', { name: 'Sign Out' }).click()
    await toast(page, 'Signed out').waitFor()
    await shop.open(page, '/auth?next=//evil.example/dashboard')
    await signIn(page, who)
    await page.waitForURL(`${shop.url}/`)
  })

  it.each([
    ['/auth', 'Sign In'],
    ['/signin', 'Sign In'],
    ['/sign-in', 'Sign In'],
    ['/sign', 'Sign In'],
    ['/sign in', 'Sign In'],
    ['/sign-up', 'Sign Up'],
    ['/sign up', 'Sign Up'],
    ['/sign%20up', 'Sign Up'],
    ['/password-reset', 'Set a new password'],
  ])('%s opens %s', async (path, title) => {
    const answer = await fetch(shop.url + path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await answer.text()).toContain(`<title>${title} | Viatu</title>`)
  })

  it('is refused in plain words, and keeps what was typed', async () => {
    const { page, expectComplaint } = await shop.visit('desk')
    expectComplaint(refused)
    const who = await someone({ isProved: false })
    await shop.open(page, '/auth')
    await press(page, 'Sign In')
    await page.getByText('Enter your e-mail or phone number.').waitFor()
    await page.getByText('Enter your password.').waitFor()
    await expect.poll(() => name(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await examine(page, 'account-sign-in-errors', { finger: 'main' })
    await signIn(page, { email: who.email, password: 'something-else!' })
    await notice(page, 'Invalid credentials').waitFor()
    await notice(page, 'Please check your email and password.').waitFor()
    await expect.poll(() => name(page).inputValue()).toBe(who.email)
    await examine(page, 'account-sign-in-refused', { finger: 'main' })
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('')
    await password.pressSequentially('typed after it')
    expect(await password.inputValue(), 'the focus stays where it is typed').toBe('typed after it')
    await signIn(page, who)
    await notice(page, 'Sign in failed').waitFor()
    await examine(page, 'account-sign-in-unproved', { finger: 'main' })
    await press(page, 'Send the link again')
    await notice(page, 'a new link is on its way').waitFor()
    for (let tries = 0; tries < 6; tries++) {
      const answer = page.waitForResponse((response) => response.request().method() === 'POST')
      await signIn(page, { email: who.email, password: `something-else-${tries}` })
      await answer
    }
    await notice(page, /too many tries to sign in to this account/).waitFor()
    expect((await page.locator('main .notice').innerText()).match(/wait|try again/g)).toEqual(['wait', 'try again'])
    await examine(page, 'account-sign-in-limit', { finger: 'main' })
  })

  it('welcomes nobody whom the browser did not keep', async () => {
    const { page, context } = await shop.visit('desk')
    await context.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('denied', 'SecurityError')
      }
    })
    const who = await someone()
    await shop.open(page, '/auth')
    // A browser that refuses cookies, as far as one can be made to by a test.
    await page.route('**/auth.data*', async (route) => {
      const answer = await route.fetch()
      await context.clearCookies()
      const { 'set-cookie': _, ...headers } = answer.headers()
      await route.fulfill({ response: answer, headers })
    })
    await signIn(page, who)
    await notice(page, 'Sign in failed').waitFor()
    await notice(page, 'This browser does not let the shop store anything. Allow it to store site data, then sign in again.').waitFor()
    expect(await page.locator('.toast').count()).toBe(0)
    await header(page).getByRole('link', { name: 'Sign In' }).waitFor()
    await examine(page, 'account-sign-in-not-kept', { finger: 'main' })
    await page.unroute('**/auth.data*')
    await signIn(page, who)
    await toast(page, 'Welcome back!').waitFor()
  })

  it('tries again by itself while the shop is out of breath', async () => {
    const { page, expectComplaint } = await shop.visit('desk')
    expectComplaint(/status of 50[234]/)
    const who = await someone()
    await shop.open(page, '/auth')
    const answers = [502, 504]
    await page.route('**/auth.data*', (route) => {
      const status = route.request().method() === 'POST' ? answers.shift() : undefined
      return status ? route.fulfill({ status, body: 'busy' }) : route.continue()
    })
    await signIn(page, who)
    await notice(page, 'The shop did not answer in time.').waitFor()
    await notice(page, 'We are trying again.').waitFor()
    await toast(page, 'Welcome back!').waitFor()
    expect(answers).toEqual([])
  })

  it('takes a press at the very moment that the button comes back', async () => {
    const { page, expectComplaint } = await shop.visit('phone')
    expectComplaint(refused)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && request.url().includes('auth.data') && sent.push(request.url()))
    await shop.open(page, '/auth')
    await page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>('main button[type=submit]') as HTMLButtonElement
      let wasBusy = false
      const watch = new MutationObserver(() => {
        if (wasBusy && button.textContent === 'Sign In') {
          watch.disconnect()
          button.click()
        }
        wasBusy ||= button.textContent !== 'Sign In'
      })
      watch.observe(button, { subtree: true, childList: true, characterData: true, attributes: true })
    })
    await signIn(page, { email: newEmail() })
    await expect.poll(() => sent.length).toBe(2)
  })

  it('says what failed, with what to do, when the shop does not answer', async () => {
    const { page, expectComplaint } = await shop.visit('phone')
    expectComplaint(/status of 50[03]/)
    const status = { current: 500 }
    await page.route('**/auth.data*', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: status.current, body: 'no' }) : route.continue(),
    )
    await shop.open(page, '/auth')
    await signIn(page, await someone())
    await notice(page, 'Sign in failed').waitFor()
    await notice(page, 'The shop did not answer in time. Check your connection, then press Sign In again.').waitFor()
    await examine(page, 'account-no-answer')
    status.current = 503
    await page.locator('main').getByRole('link', { name: 'Forgot' }).click()
    await press(page, 'Send Reset Email')
    await notice(page, 'Reset failed').waitFor()
  })

  it('asks an admin who has one for a second factor', async () => {
    const { page, context, expectComplaint } = await shop.visit('desk')
    expectComplaint(refused)
    const who = await someone({ isAdmin: true })
    const headers = { 'content-type': 'application/json' }
    const call = (path: string, data: object) => context.request.post(`${shop.url}/api/auth/${path}`, { data, headers })
    expect((await call('sign-in', who)).status()).toBe(200)
    const { uri, backup_codes } = await (await call('second-factor', { password: who.password })).json()
    expect((await call('second-factor/confirm', { code: codeOf(uri) })).ok()).toBe(true)
    await context.clearCookies()
    await shop.open(page, '/auth')
    await signIn(page, who)
    await page.getByLabel('Code').fill('000000')
    await press(page, 'Sign In')
    await notice(page, 'Wrong code').waitFor()
    await examine(page, 'account-second-factor', { finger: 'main' })
    await page.getByLabel('Code').fill(` ${backup_codes[0].toLowerCase().replaceAll('-', ' ')}`)
    await press(page, 'Sign In')
    await toast(page, 'Welcome back!').waitFor()
    await header(page).getByRole('link', { name: 'Dashboard' }).waitFor()
    for (const width of [1100, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
      await shoot(page, `account-header-of-an-admin-${width}`, 'screen')
    }
    await header(page).getByRole('button', { name: 'Search', exact: true }).click()
    await header(page).getByRole('searchbox').fill('chelsea')
    await page.keyboard.press('Enter')
    await heading(page, 'Search Results for "chelsea"').waitFor()
  })
})

describe('signing up', () => {
  it('says what is wrong beside the fields, and who is known already', async () => {
    const { page, expectComplaint } = await shop.visit('desk')
    expectComplaint(refused)
    const known = await someone()
    await shop.open(page, '/sign-up')
    await password(page).fill('password!')
    await page.getByLabel('Confirm Password', { exact: true }).fill('password!')
    // All of the checklist holds, and the shop would refuse it all the same.
    await page.getByText('3 of 3 password requirements met. This password is one of the first').waitFor({ state: 'attached' })
    await page.locator('.field-error').getByText('This password is one of the first that thieves try. Please choose another.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Sign Up' }).isDisabled()).toBe(true)
    await examine(page, 'account-sign-up-common', { finger: 'main' })
    for (const field of [password(page), page.getByLabel('Confirm Password', { exact: true })]) await field.fill(goodPassword)
    await expect.poll(() => page.getByText(/thieves/).count()).toBe(0)
    await page.getByLabel('Email').fill('achieng@')
    await page.getByLabel('Email').blur()
    await page.getByText('Enter the e-mail as name@example.com.').waitFor()
    await press(page, 'Sign Up')
    for (const words of ['Enter your full name.', 'Enter your phone number.']) await page.getByText(words).waitFor()
    await expect.poll(() => page.getByLabel('Full Name').evaluate((field) => field === document.activeElement)).toBe(true)
    await examine(page, 'account-sign-up-errors', { finger: 'main' })
    await fillSignUp(page, known.email)
    await press(page, 'Sign Up')
    await notice(page, 'Account Already Exists').waitFor()
    await notice(page, /This email is already registered\. Please sign in instead/).waitFor()
    await examine(page, 'account-account-exists', { finger: 'main' })
    // What was typed comes along to the other tab of the screen, and survives a reload.
    await page.locator('main').getByRole('link', { name: 'Forgot Password' }).click()
    await heading(page, 'Forgot your password?').waitFor()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(known.email)
    await page.reload()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(known.email)
  })

  it('fails in plain words while the shop cannot be reached', async () => {
    const { page, context, expectComplaint } = await shop.visit('desk')
    expectComplaint(/ERR_INTERNET_DISCONNECTED/)
    await shop.open(page, '/sign-up')
    await fillSignUp(page, newEmail())
    await context.setOffline(true)
    await press(page, 'Sign Up')
    await notice(page, 'Sign up failed').waitFor()
    await notice(page, 'The connection was lost before we heard back.').waitFor()
    await context.setOffline(false)
    await press(page, 'Sign Up')
    await notice(page, 'Account created!').waitFor()
  })
})

describe('a forgotten password', () => {
  it('is replaced through the link of a letter, which works once', async () => {
    const { page, expectComplaint } = await shop.visit('desk')
    expectComplaint(refused)
    const who = await someone()
    await shop.open(page, '/auth')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await heading(page, 'Forgot your password?').waitFor()
    await page.getByLabel('Email').fill(who.email)
    await examine(page, 'account-forgot', { finger: 'main' })
    await press(page, 'Send Reset Email')
    await notice(page, 'Reset email sent!').waitFor()
    await notice(page, 'Check your email for password reset instructions.').waitFor()
    const used = await linkFor(who.email, 'recover')
    await page.goto(used)
    await heading(page, 'Set a new password').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.reload()
    await press(page, 'Update Password')
    await notice(page, 'Missing information').waitFor()
    await notice(page, 'Please fill in both password fields').waitFor()
    await page.getByLabel('New Password', { exact: true }).fill('short')
    await page.getByLabel('Confirm New Password', { exact: true }).fill('shorter')
    await press(page, 'Update Password')
    await notice(page, "Passwords don't match").waitFor()
    await notice(page, 'Please make sure both passwords are identical').waitFor()
    await page.getByLabel('Confirm New Password', { exact: true }).fill('short')
    await press(page, 'Update Password')
    await page.getByText('Password must be at least 8 characters long').waitFor()
    for (const label of ['New Password', 'Confirm New Password']) await page.getByLabel(label, { exact: true }).fill('longenough')
    await press(page, 'Update Password')
    await page.getByText('Password must contain at least one special character').waitFor()
    await examine(page, 'account-reset-errors', { finger: 'main' })
    for (const label of ['New Password', 'Confirm New Password']) await page.getByLabel(label, { exact: true }).fill('kijani-kibichi-7')
    await press(page, 'Update Password')
    await toast(page, 'Password updated successfully').getByText('You can now sign in with your new password').waitFor()
    await page.waitForURL('**/auth')
    await signIn(page, who)
    await notice(page, 'Invalid credentials').waitFor()
    await signIn(page, { email: who.email, password: 'kijani-kibichi-7' })
    await toast(page, 'Welcome back!').waitFor()

    await openEmail(page, who.email, 'changed')
    await page.waitForURL('**/auth?mode=forgot')
    await page.goto(used)
    await notice(page, 'Invalid reset link').waitFor()
  })

  it('says when a link is invalid, goes on to sign-in after 3 s, and can be stopped', async () => {
    const { page } = await shop.visit('desk')
    // The page's clock stands still, however busy the machine is.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.goto(`${shop.url}/reset-password?type=recovery&token=made-up`)
    await notice(page, 'Invalid reset link').waitFor()
    await notice(page, 'This password reset link is invalid or has expired. Please request a new one.').waitFor()
    await takenOver(page)
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    await page.clock.runFor(10_000)
    expect(page.url()).toBe(`${shop.url}/reset-password`)
    await page.clock.resume()
    await examine(page, 'account-invalid-reset-link', { finger: 'main' })
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await shop.open(page, '/reset-password')
    await page.getByRole('button', { name: 'Stay on this page' }).waitFor()
    await page.clock.runFor(3_100)
    await page.waitForURL('**/auth')
  })

  it('is replaced on the sign-in screen by a link that hides its tokens behind the hash', async () => {
    const { page } = await shop.visit('desk')
    const who = await someone()
    await page.request.post(`${shop.url}/api/auth/recover`, { data: { email: who.email } })
    const link = await linkFor(who.email, 'recover')
    await page.goto(`${shop.url}/auth#access_token=${new URL(link).searchParams.get('token')}&refresh_token=x&type=recovery`)
    await heading(page, 'Set a new password').waitFor()
    expect(page.url()).toBe(`${shop.url}/auth?mode=new-password`)
    for (const label of ['New Password', 'Confirm New Password']) await page.getByLabel(label, { exact: true }).fill('kijani-kibichi-7')
    await press(page, 'Update Password')
    await toast(page, 'Password updated!').waitFor()
    await page.waitForURL(`${shop.url}/`)
  })
})

describe('the redirect of a letter', () => {
  it('is where a new account and a new password lead on to', async () => {
    const { page } = await shop.visit('phone')
    const who = await someone()
    await page.request.post(`${shop.url}/api/auth/recover`, { data: { email: who.email, redirect: `${shop.url}/dashboard/orders` } })
    await openEmail(page, who.email, 'recover')
    for (const label of ['New Password', 'Confirm New Password']) await page.getByLabel(label, { exact: true }).fill('kijani-kibichi-7')
    await press(page, 'Update Password')
    await page.waitForURL('**/auth?next=%2Fdashboard%2Forders')
    await signIn(page, { email: who.email, password: 'kijani-kibichi-7' })
    await page.waitForURL(`${shop.url}/dashboard/orders`)

    const { page: other } = await shop.visit('phone')
    const email = newEmail()
    const metadata = { full_name: 'Njeri wa Kamau', phone: '+254712345678' }
    await other.request.post(`${shop.url}/api/auth/sign-up`, { data: { email, password: goodPassword, redirect: '/dashboard/orders', metadata } })
    await openEmail(other, email, 'verify')
    await password(other).fill(goodPassword)
    await press(other, 'Confirm and sign in')
    await other.waitForURL(`${shop.url}/dashboard/orders`)
  })
})

describe('two tabs', () => {
  it('follow each other, and a page that comes back shows nobody else’s', async () => {
    const { page, context } = await shop.visit('desk')
    const who = await someone({ full_name: 'Njeri wa Kamau' })
    const other = await context.newPage()
    await shop.open(other, '/products')
    await shop.open(page, '/auth')
    await signIn(page, who)
    await toast(page, 'Welcome back!').waitFor()
    await header(other).getByRole('link', { name: 'Dashboard' }).click()
    await heading(other, 'Welcome, Njeri wa Kamau').waitFor()
    await header(page).getByRole('button', { name: 'Sign Out' }).click()
    await toast(page, 'Signed out').waitFor()
    await other.waitForURL('**/auth?next=%2Fdashboard')
    await other.goBack()
    await heading(other, /^(All Products|Sign In)$/).waitFor()
    expect(await other.getByText('Njeri').count()).toBe(0)
  })

  it('know of a session that ended somewhere else', async () => {
    const { page } = await shop.visit('desk')
    const who = await someone()
    await shop.open(page, '/auth')
    await signIn(page, who)
    await header(page).getByRole('link', { name: 'Dashboard' }).waitFor()
    await shop.db.execute(sql`delete from auth.sessions where user_id = ${who.id}`)
    await page.evaluate(() => localStorage.removeItem('viatu-session-asked'))
    await page.goto(`${shop.url}/products`)
    await header(page).getByRole('link', { name: 'Sign In' }).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('viatu-session'))).toBeNull()
  })
})

describe('the header', () => {
  it('is right before the scripts come, on a page that is the same for everybody', async () => {
    const { page } = await shop.visit('desk')
    const who = await someone()
    const before = await (await page.request.get(`${shop.url}/products`)).text()
    await shop.open(page, '/auth')
    await signIn(page, who)
    await toast(page, 'Welcome back!').waitFor()
    expect(await (await page.request.get(`${shop.url}/products`)).text()).toBe(before)
    await page.route('**/assets/*.js', () => {})
    await page.goto(`${shop.url}/products`, { waitUntil: 'commit' })
    await header(page).getByRole('link', { name: 'Dashboard' }).waitFor()
    await expect.poll(() => header(page).getByRole('link', { name: 'Sign In' }).isVisible()).toBe(false)
  })
})

describe('the cart and the checkout', () => {
  it('come along: what a guest chose, the delivery, and the order that was placed before', async () => {
    const line = await shop.line('Delamere Spectator, Navy', '44', 2)
    const { page } = await shop.visit('desk', { cart: [await shop.line('Karen Driver, Sand', '46')] })
    const phone = newPhone()
    const who = await someone({ full_name: 'Njeri wa Kamau', phone: `0${phone.slice(3)}` })
    await shop.db.execute(sql`update profiles set address = 'Kimathi Street 4, Nairobi' where id = ${who.id}`)
    await order(shop, page, newPhone())
    await heading(page, 'Check your phone').waitFor()
    const guestsOrder = page.url()

    await page.evaluate(
      ([own, guests]) => {
        localStorage.setItem(own?.key as string, own?.value as string)
        localStorage.setItem(guests?.key as string, guests?.value as string)
      },
      [
        { key: `viatu-cart-${who.id}`, value: JSON.stringify([line]) },
        { key: 'viatu-cart-guest', value: JSON.stringify([{ ...line, quantity: 1 }]) },
      ],
    )
    await shop.open(page, '/auth?next=/checkout')
    await signIn(page, who)
    await toast(page, 'Your carts are together now').getByText('Only 2 left of Delamere Spectator, Navy, size 44.').waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('viatu-cart-guest'))).toBeNull()
    await cartButton(page, '2 items').waitFor()
    await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Njeri wa Kamau')
    await expect.poll(() => page.getByLabel('Delivery Address').inputValue()).toBe('Kimathi Street 4, Nairobi')
    await shop.tellMpesa('POST /answers', { phone, pin: true })
    await placeButton(page).click()
    await heading(page, 'Paid. Thank you.').waitFor({ timeout: 30_000 })
    expect(await page.getByRole('button', { name: 'Keep this order in my account' }).count()).toBe(0)

    await page.goto(guestsOrder)
    await examine(page, 'account-keep-order', { finger: 'main' })
    await page.getByRole('button', { name: 'Keep this order in my account' }).click()
    await toast(page, 'Kept in your account').waitFor()
    await page.getByRole('button', { name: 'Keep this order in my account' }).waitFor({ state: 'hidden' })
    const { rows } = await shop.db.execute(sql`select id from orders where user_id = ${who.id}`)
    expect(rows).toHaveLength(2)

    await page.goto(`${shop.url}/products`)
    await header(page).getByRole('button', { name: 'Sign Out' }).click()
    await toast(page, 'Signed out').waitFor()
    await cartButton(page, '0 items').waitFor()
    const key = new URL(guestsOrder).searchParams.get('key') as string
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage })), 'the next person opens it with the key').not.toContain(key)
  })
})

describe('a guest who has paid', () => {
  /** To the page of a paid order of nobody. */
  async function paid(page: Page) {
    const phone = newPhone()
    await shop.tellMpesa('POST /answers', { phone, pin: true })
    await order(shop, page, phone)
    await heading(page, 'Paid. Thank you.').waitFor({ timeout: 30_000 })
    return page.url()
  }
  const hint = (page: Page) => page.locator('.keep-hint')
  const ownerOf = async (url: string) => {
    const { rows } = await shop.db.execute<{ user_id: string | null }>(
      sql`select user_id from orders where id = ${new URL(url).pathname.split('/')[2]}`,
    )
    return rows[0]?.user_id
  }

  it('keeps the order in an account by signing in', async () => {
    const { page } = await shop.visit('phone', { cart: [await shop.line('Karen Driver, Sand', '45')] })
    const who = await someone()
    const url = await paid(page)
    await examine(page, 'account-keep-hint', { finger: 'main' })
    await hint(page).getByRole('link', { name: 'Sign In' }).click()
    await heading(page, 'Sign In').waitFor()
    await signIn(page, who)
    await toast(page, 'Kept in your account').waitFor()
    expect(page.url()).toBe(url)
    expect(await ownerOf(url)).toBe(who.id)
    expect(await hint(page).count()).toBe(0)
  })

  it('or by opening one, once its letter is answered', async () => {
    const { page } = await shop.visit('desk', { cart: [await shop.line('Karen Driver, Sand', '45')] })
    const email = newEmail()
    const url = await paid(page)
    await hint(page).getByRole('link', { name: 'Sign Up' }).click()
    await heading(page, 'Sign Up').waitFor()
    await fillSignUp(page, email)
    await press(page, 'Sign Up')
    await notice(page, 'Account created!').waitFor()
    expect(await ownerOf(url)).toBeNull()
    await openEmail(page, email, 'verify')
    await password(page).fill(goodPassword)
    await press(page, 'Confirm and sign in')
    await toast(page, 'Kept in your account').waitFor()
    expect(page.url()).toBe(url)
    expect(await ownerOf(url)).not.toBeNull()
  })

  it('leaves it to nobody else who signs in here for something else', async () => {
    const { page } = await shop.visit('desk', { cart: [await shop.line('Karen Driver, Sand', '44')] })
    const url = await paid(page)
    await hint(page).getByRole('link', { name: 'Sign In' }).click()
    await heading(page, 'Sign In').waitFor()
    await shop.open(page, '/auth')
    await signIn(page, await someone())
    await toast(page, 'Welcome back!').waitFor()
    await shop.open(page, url.slice(shop.url.length))
    await page.getByRole('button', { name: 'Keep this order in my account' }).waitFor()
    expect(await ownerOf(url)).toBeNull()
  })
})

describe('a phone that goes from hand to hand', () => {
  const signOut = async (page: Page) => {
    await header(page).getByRole('button', { name: 'Sign Out' }).click()
    await toast(page, 'Signed out').waitFor()
    await header(page).getByRole('link', { name: 'Sign In' }).waitFor()
  }
  const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

  it('shows the next person nothing of the last one, whose cart is there again when they are back', async () => {
    const line = await shop.line('Karen Driver, Sand', '46')
    const { page } = await shop.visit('desk', { cart: [line] })
    const [who, next] = [await someone({ full_name: 'Njeri wa Kamau' }), await someone({ full_name: 'Otieno Ouma' })]
    await shop.open(page, '/auth?next=/checkout')
    await signIn(page, who)
    await page.waitForURL('**/checkout')
    await page.getByLabel('Delivery Address').fill('Ngong Road 7, Nairobi')
    await expect.poll(() => stored(page)).toContain('Ngong Road')
    await page.reload()
    await expect.poll(() => page.getByLabel('Delivery Address').inputValue()).toBe('Ngong Road 7, Nairobi')
    await shop.open(page, '/products')
    await page
      .getByRole('button', { name: /^(Open )?Viatu Support/ })
      .filter({ visible: true })
      .click()
    await page.getByLabel('Your message').fill('My shoes came too small.')
    expect(await stored(page)).toContain('too small')
    await signOut(page)
    await cartButton(page, '0 items').waitFor()
    for (const left of [who.id, line.name, 'Ngong Road', 'Njeri', 'too small']) expect(await stored(page), left).not.toContain(left)

    await shop.open(page, '/auth')
    await page.evaluate(([key, value]) => localStorage.setItem(key as string, value as string), [`viatu-cart-${next.id}`, JSON.stringify([line])])
    await signIn(page, next)
    await toast(page, 'Welcome back!').waitFor()
    await page.goto(`${shop.url}/checkout`)
    await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Otieno Ouma')
    await expect.poll(() => page.getByLabel('Delivery Address').inputValue()).toBe('')
    await expect.poll(() => page.getByLabel('Email').inputValue(), { message: 'where news of the order goes, unless they clear it' }).toBe(next.email)
    await signOut(page)

    await shop.open(page, '/auth')
    await signIn(page, who)
    await toast(page, 'Welcome back!').waitFor()
    await cartButton(page, '1 item').waitFor()
    expect((await shop.db.execute(sql`select from carts where user_id = ${who.id}`)).rows).toEqual([])
  })

  it('loses in one tab what was typed by somebody who signs out in another', async () => {
    const { page, context } = await shop.visit('desk', { cart: [await shop.line('Karen Driver, Sand', '46')] })
    const who = await someone({ full_name: 'Njeri wa Kamau' })
    await shop.open(page, '/auth?next=/checkout')
    await signIn(page, who)
    await page.waitForURL('**/checkout')
    await page.getByLabel('Delivery Address').fill('Ngong Road 7, Nairobi')
    const other = await context.newPage()
    await shop.open(other, '/products')
    await signOut(other)
    await heading(page, /./).waitFor()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('checkout-draft'))).toBeNull()
    await other.evaluate((line) => localStorage.setItem('viatu-cart-guest', line), JSON.stringify([await shop.line('Karen Driver, Sand', '46')]))
    await page.getByLabel('Delivery Address').waitFor()
    expect([await page.getByLabel('Full Name').inputValue(), await page.getByLabel('Delivery Address').inputValue()]).toEqual(['', ''])
  })

  it('is known after a recovery to the owner whom strangers keep out', async () => {
    const { page, context, expectComplaint } = await shop.visit('phone')
    expectComplaint(refused)
    const who = await someone()
    await page.request.post(`${shop.url}/api/auth/recover`, { data: { email: who.email } })
    await openEmail(page, who.email, 'recover')
    for (const label of ['New Password', 'Confirm New Password']) await page.getByLabel(label, { exact: true }).fill('nyumba-yangu-7')
    await press(page, 'Update Password')
    await toast(page, 'Password updated').waitFor()
    expect((await context.cookies()).map(({ name, httpOnly }) => [name, httpOnly])).toContainEqual(['viatu.device', true])
    for (let tries = 0; tries < 6; tries++)
      await fetch(`${shop.url}/api/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: who.email, password: 'wrong-password' }),
      })
    await shop.open(page, '/auth')
    await signIn(page, { email: who.phone, password: 'nyumba-yangu-8' })
    await notice(page, 'Please check your phone number and password, or sign in with your email instead.').waitFor()
    await shoot(page, 'sign-in-by-phone-refused')
    await signIn(page, { email: who.email, password: 'nyumba-yangu-7' })
    await toast(page, 'Welcome back!').waitFor()
  })
})

describe('a form that asks for what no form has', () => {
  const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', '__defineGetter__', 'isPrototypeOf', '', 'no-such-thing']
  const paths = [
    '/auth',
    '/auth.data',
    '/signin',
    '/reset-password',
    '/reset-password.data',
    '/dashboard',
    '/dashboard.data',
    '/affiliate/wallet.data',
  ]

  it.each(paths)('is refused by %s, and told nothing', async (path) => {
    const { email } = await someone()
    const entered = await fetch(`${shop.url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: goodPassword }),
    })
    const cookie = entered.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    expect(cookie).toContain('session')
    for (const as of ['', cookie])
      for (const intent of inherited) {
        const answer = await fetch(`${shop.url}${path}`, {
          method: 'POST',
          headers: { cookie: as, origin: shop.url },
          body: new URLSearchParams({ intent }),
          redirect: 'manual',
        })
        const said = await answer.text()
        expect([202, 302, 400, 405], `${path} ${intent}`).toContain(answer.status)
        expect(said).not.toMatch(/postgres:|authSecret|callbackBaseUrl|viatu_app/)
        // The page beside its styles.
        expect(said.replace(/<style[\s\S]*?<\/style>/, '').length).toBeLessThan(40_000)
      }
  })
})

describe('without scripts', () => {
  it('an account is opened, signed in to and left', async () => {
    const { page, expectComplaint } = await shop.visit('phone', { javaScriptEnabled: false })
    expectComplaint(refused)
    const email = newEmail()
    await page.goto(`${shop.url}/sign-up`)
    await press(page, 'Sign Up')
    for (const words of [
      'Enter your full name.',
      'Enter your phone number.',
      'Enter your e-mail.',
      'Choose a password.',
      'Enter the password again.',
    ])
      await page.getByText(words).waitFor()
    await shoot(page, 'account-unscripted-empty')
    await fillSignUp(page, email, 'short')
    await press(page, 'Sign Up')
    await notice(page, 'Invalid password').waitFor()
    await page.getByText('Password must be at least 8 characters long').waitFor()
    await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Wanjiru Kamau')
    await expect.poll(() => password(page).inputValue()).toBe('')
    await shoot(page, 'account-unscripted')
    await fillSignUp(page, email)
    await press(page, 'Sign Up')
    await notice(page, 'Account created!').waitFor()
    await openEmail(page, email, 'verify')
    await password(page).fill(goodPassword)
    await press(page, 'Confirm and sign in')
    await page.waitForURL('**/dashboard')
    await page.setViewportSize(sizes.desk)
    await header(page).getByRole('button', { name: 'Sign Out' }).click()
    await page.setViewportSize(sizes.phone)
    await page.goto(`${shop.url}/signin`)
    await signIn(page, { email, password: 'wrong-one!' })
    await notice(page, 'Invalid credentials').waitFor()
    await signIn(page, { email })
    await page.waitForURL('**/dashboard')
    await page.setViewportSize(sizes.desk)
    await header(page).getByRole('button', { name: 'Sign Out' }).click()
    await page.goto(`${shop.url}/dashboard`)
    await page.waitForURL('**/auth?next=%2Fdashboard')
  })
})

describe('without a mouse', () => {
  it('from the header to signed in, and out again', async () => {
    const { page } = await shop.visit('desk')
    const who = await someone()
    const keys = async (...all: string[]) => {
      for (const key of all) await page.keyboard.press(key)
    }
    await shop.open(page, '/products')
    await header(page).getByRole('link', { name: 'Sign In' }).focus()
    await keys('Enter')
    await heading(page, 'Sign In').waitFor()
    await name(page).focus()
    await page.keyboard.type(who.email)
    await keys('Tab')
    await page.keyboard.type('wrong')
    await keys('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Show password')
    await keys('Space')
    await expect.poll(() => password(page).getAttribute('type')).toBe('text')
    await keys('Shift+Tab', 'ControlOrMeta+a')
    await page.keyboard.type(who.password)
    await keys('Enter')
    await toast(page, 'Welcome back!').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), { message: 'the home page is read from its beginning' }).toBe('main')
    await header(page).getByRole('button', { name: 'Sign Out' }).focus()
    await keys('Enter')
    await toast(page, 'Signed out').waitFor()
  })
})
