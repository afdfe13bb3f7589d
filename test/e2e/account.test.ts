import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { CartLine } from '#domain/cart.ts'
import { account, goodPassword } from '../accounts.ts'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, heading, newPhone, order, said } from './steps.ts'

const shop = useShop()
const refused = /status of 4(00|01|09|22)/
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const name = (page: Page) => page.getByLabel('Email or Phone Number')
const press = (page: Page, label: string) => page.locator('main').getByRole('button', { name: label, exact: true }).click()
const notice = (page: Page, text: string) => page.locator('main .notice').getByText(text)
const header = (page: Page) => page.getByRole('banner')
const someone = (changes: Parameters<typeof account>[1] = {}) => account({ db: shop.db }, changes)
const hasFocus = (field: ReturnType<typeof name>) => field.evaluate((element) => element === document.activeElement)

async function signIn(page: Page, who: { email: string }) {
  await name(page).fill(who.email)
  await password(page).fill(goodPassword)
  await press(page, 'Sign In')
}

async function signOut(page: Page) {
  await header(page).getByRole('button', { name: 'Sign Out' }).click()
  await said(page, 'Signed out')
  await header(page).getByRole('link', { name: 'Sign In' }).waitFor()
}

it('the link of a letter sets a new password once; after that it leads on to signing in after three seconds, unless its reader stays', async () => {
  const { page } = await shop.visit('desk')
  const { email } = await someone()
  await page.request.post(`${shop.url}/api/auth/recover`, { data: { email, redirect: '/dashboard/orders' } })
  await expect.poll(() => linkTo(email)).toMatch(/token=/)
  const link = await linkTo(email)
  await page.goto(link)
  for (const label of ['New Password', 'Confirm New Password']) await page.getByLabel(label, { exact: true }).fill('kijani-kibichi-7')
  await press(page, 'Update Password')
  await said(page, 'You can now sign in with your new password')
  await page.waitForURL('**/auth?next=%2Fdashboard%2Forders')
  // The page's clock stands still, however busy the machine is.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(link)
  await notice(page, 'Invalid reset link').waitFor()
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await page.getByText('You stay on this page.').waitFor()
  await page.clock.runFor(10_000)
  await page.evaluate(() => fetch('/api/auth/session').then((answer) => answer.text()))
  expect(asked).not.toContain('/auth.data')
  await page.reload()
  await page.getByRole('button', { name: 'Stay on this page' }).waitFor()
  await page.clock.runFor(3_100)
  await page.waitForURL('**/auth')
})

async function linkTo(email: string): Promise<string> {
  const { rows } = await shop.db.execute<{ text: string }>(sql`select text from mails where to_address = ${email} order by created_at desc`)
  return /\S+token=\S+/.exec(rows[0]?.text ?? '')?.[0] ?? ''
}

it('somebody signs in without a mouse: what is wrong has the focus, and the next page is read from its beginning', async () => {
  const { page, context, expectComplaint } = await shop.visit('desk')
  expectComplaint(refused)
  const who = await someone()
  await shop.open(page, '/auth?next=/products')
  await password(page).press('Enter')
  for (const words of ['Enter your e-mail or phone number.', 'Enter your password.']) await page.getByText(words).waitFor()
  await expect.poll(() => hasFocus(name(page))).toBe(true)
  await page.keyboard.type(who.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await notice(page, 'Please check your email and password.').waitFor()
  await expect.poll(() => name(page).inputValue()).toBe(who.email)
  await password(page).fill('')
  await password(page).pressSequentially(goodPassword)
  expect(await password(page).inputValue(), 'the focus stays where it is typed').toBe(goodPassword)
  for (const key of ['Tab', 'Space']) await page.keyboard.press(key)
  await expect.poll(() => password(page).getAttribute('type')).toBe('text')
  for (const key of ['Shift+Tab', 'Enter']) await page.keyboard.press(key)
  await said(page, 'Welcome back!')
  await heading(page, 'All Products').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await expect.poll(() => header(page).getByRole('link', { name: 'Sign In' }).isVisible()).toBe(false)
  await signOut(page)
  expect((await context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
})

it('a press is sent once, again by itself as it was sent, and never lost, while the shop is out of breath', async () => {
  const { page, expectComplaint } = await shop.visit('phone')
  expectComplaint(/status of 50[0234]/)
  const who = await someone()
  const sent: string[] = []
  const answers = [502, 503, 500]
  const typed = Promise.withResolvers<void>()
  await page.route('**/auth.data*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent.push(new URLSearchParams(route.request().postData() ?? '').get('email') ?? '')
    const status = answers.shift()
    if (status === 500) await typed.promise
    return status ? route.fulfill({ status, body: 'busy' }) : route.continue()
  })
  await shop.open(page, '/auth')
  await name(page).fill(who.email)
  await password(page).fill(goodPassword)
  await page.locator('main button[type=submit]').evaluate(pressTwiceAndWhenItIsBack)
  await notice(page, 'We are trying again.').waitFor()
  await name(page).fill(who.phone)
  typed.resolve()
  // The third and the fourth may come between two looks: in which order they came is read below.
  await expect.poll(() => sent.length).toBe(4)
  await said(page, 'Welcome back!')
  expect(sent).toEqual([who.email, who.email, who.email, who.phone])
})

/** In the browser: two presses at once, and one at the very moment that the button comes back. */
function pressTwiceAndWhenItIsBack(element: Element) {
  const button = element as HTMLButtonElement
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

it('somebody signs up: the button waits for the password, what was typed survives a lost connection, another screen and a reload', async () => {
  const { page, context, expectComplaint } = await shop.visit('phone')
  expectComplaint(/ERR_INTERNET_DISCONNECTED|status of 409/)
  const known = await someone()
  await shop.open(page, '/sign-up')
  const both = async (secret: string) => {
    for (const label of ['Password', 'Confirm Password']) await page.getByLabel(label, { exact: true }).fill(secret)
  }
  const isDisabled = () => page.getByRole('button', { name: 'Sign Up' }).isDisabled()
  await both('password!')
  // All of the checklist holds, and the shop would refuse it all the same.
  await page.getByText('3 of 3 password requirements met. This password is one of the first').waitFor({ state: 'attached' })
  await expect.poll(isDisabled).toBe(true)
  await both(goodPassword)
  await expect.poll(isDisabled).toBe(false)
  await press(page, 'Sign Up')
  for (const words of ['Enter your full name.', 'Enter your phone number.', 'Enter your e-mail.']) await page.getByText(words).waitFor()
  await expect.poll(() => hasFocus(page.getByLabel('Full Name'))).toBe(true)
  for (const [label, text] of [
    ['Full Name', 'Wanjiru'],
    ['Phone Number', '0712 345 678'],
    ['Email', known.email],
  ] as const)
    await page.getByLabel(label).fill(text)
  await press(page, 'Sign Up')
  await notice(page, 'Account Already Exists').waitFor()
  await page.locator('main').getByRole('link', { name: 'Forgot Password' }).click()
  await heading(page, 'Forgot your password?').waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(known.email)
  await page.getByLabel('Email').fill('journey@example.com')
  await page.goBack()
  await both(goodPassword)
  await context.setOffline(true)
  await press(page, 'Sign Up')
  await notice(page, 'The connection was lost before we heard back. Check your connection, then press Sign Up again.').waitFor()
  await context.setOffline(false)
  await press(page, 'Sign Up')
  await notice(page, 'Account created!').waitFor()
  await page.reload()
  await notice(page, 'journey@example.com').waitFor()
})

it('a guest keeps a paid order by signing in for it, leaves it to nobody else, and buys it again', async () => {
  const { page } = await shop.visit('desk', { cart: [await shop.line('Karen Driver, Sand', '45')] })
  const [who, other] = [await someone(), await someone()]
  const phone = newPhone()
  await shop.tellMpesa('POST /answers', { phone, pin: true })
  await order(shop, page, phone)
  await heading(page, 'Paid. Thank you.').waitFor({ timeout: 30_000 })
  const url = page.url()
  const hint = page.locator('.keep-hint').getByRole('link', { name: 'Sign In' })
  await hint.click()
  await heading(page, 'Sign In').waitFor()
  await shop.open(page, '/auth')
  await signIn(page, other)
  await said(page, 'Welcome back!')
  await page.goto(url)
  await page.getByRole('button', { name: 'Keep this order in my account' }).waitFor()
  await signOut(page)
  await page.goto(url)
  await hint.click()
  await heading(page, 'Sign In').waitFor()
  await signIn(page, who)
  await said(page, 'Kept in your account')
  expect(page.url()).toBe(url)
  const { rows } = await shop.db.execute(sql`select user_id from orders where id = ${new URL(url).pathname.split('/')[2]}`)
  expect(rows).toEqual([{ user_id: who.id }])
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(kept, 'the next person opens it with the key').not.toContain(new URL(url).searchParams.get('key'))
  await shop.open(page, '/dashboard/orders')
  await page.getByRole('button', { name: /^Buy again: / }).click()
  await cartPanel(page).getByText('Karen Driver, Sand').waitFor()
})

it('a phone that goes from hand to hand shows the next person nothing, in no tab, and the last one their cart again', async () => {
  const line = await shop.line('Delamere Spectator, Navy', '44')
  const { page, context } = await shop.visit('desk', { cart: [line] })
  const [who, next] = [await someone({ full_name: 'Njeri wa Kamau' }), await someone({ full_name: 'Otieno Ouma' })]
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  await shop.open(page, '/auth?next=/checkout')
  await leaveCart(page, who, { ...line, quantity: 2 })
  await signIn(page, who)
  await said(page, 'Only 2 left of Delamere Spectator, Navy, size 44.')
  await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Njeri wa Kamau')
  await page.getByLabel('Delivery Address').fill('Ngong Road 7, Nairobi')
  await expect.poll(stored).toContain('Ngong Road')
  await page.reload()
  await expect.poll(() => page.getByLabel('Delivery Address').inputValue()).toBe('Ngong Road 7, Nairobi')
  const other = await context.newPage()
  await shop.open(other, '/products')
  await signOut(other)
  await cartButton(page, '0 items').waitFor()
  for (const left of [who.id, line.name, 'Ngong Road', 'Njeri']) await expect.poll(stored, { message: left }).not.toContain(left)
  await shop.open(page, '/auth?next=/checkout')
  await leaveCart(page, next, line)
  await signIn(page, next)
  await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Otieno Ouma')
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(next.email)
  expect(await page.getByLabel('Delivery Address').inputValue()).toBe('')
  await shop.open(other, '/dashboard')
  await heading(other, 'Welcome, Otieno Ouma').waitFor()
  await signOut(page)
  await other.waitForURL('**/auth?next=%2Fdashboard')
  await shop.open(page, '/auth')
  await signIn(page, who)
  await cartButton(page, '2 items').waitFor()
})

/** As if they had left it in this browser. */
const leaveCart = (page: Page, { id }: { id: string }, line: CartLine) =>
  page.evaluate(([key, value]) => localStorage.setItem(key as string, value as string), [`viatu-cart-${id}`, JSON.stringify([line])])
