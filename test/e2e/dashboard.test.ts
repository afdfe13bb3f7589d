import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type Account, account } from '../accounts.ts'
import { codeOf } from '../totp.ts'
import { examine, expectRoom } from './examine.ts'
import { useShop } from './shop.ts'
import { heading, said, takenOver } from './steps.ts'

const shop = useShop()

/** Signs in in the tab that the words of a form lead to. */
async function signInElsewhere(page: Page, who: Account) {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('alert').filter({ hasText: 'Your session ended.' }).getByRole('link', { name: 'Sign In' }).click()
  const other = await opened
  await takenOver(other)
  await other.getByLabel('Email or Phone Number').fill(who.email)
  await other.getByLabel('Password', { exact: true }).fill(who.password)
  await other.locator('main').getByRole('button', { name: 'Sign In', exact: true }).click()
  await said(other, 'Welcome back!')
  await other.close()
}

it('a session that ends while a form is open keeps what was typed for its person, and nothing for another', async () => {
  const [who, next] = [await account(shop, { full_name: 'Njeri wa Kamau' }), await account(shop, { full_name: 'Otieno Ouma' })]
  const { page, context } = await shop.visitAs(who, 'phone')
  const end = () => shop.db.execute(sql`delete from auth.sessions where user_id = ${who.id}`)
  const update = page.getByRole('button', { name: 'Update Profile' })
  const address = page.getByLabel('Delivery Address')
  await shop.open(page, '/dashboard')
  await address.fill('Moi Avenue 12, Nairobi')
  await end()
  // Another tab finds nobody signed in, and says so to all of them.
  await page.evaluate(() => localStorage.removeItem('viatu-session-asked'))
  const other = await context.newPage()
  await shop.open(other, '/help')
  await other.waitForFunction(() => document.documentElement.dataset.session === undefined)
  await other.close()
  await update.click()
  await page.getByRole('alert').filter({ hasText: 'Your session ended.' }).waitFor()
  await examine(page, 'dashboard-session-ended', { finger: 'main' })
  await signInElsewhere(page, who)
  await page.getByText('You are signed in again.').waitFor()
  expect(await address.inputValue()).toBe('Moi Avenue 12, Nairobi')
  await update.click()
  await said(page, 'Profile updated')
  // The page reads itself again after it was told; without a session it would lead to the sign-in.
  await update.waitFor()
  await end()
  await address.fill('Ngong Road 7, Nairobi')
  await update.click()
  await signInElsewhere(page, next)
  await heading(page, 'Welcome, Otieno Ouma').waitFor()
  await expect.poll(() => address.inputValue()).toBe('')
})

it('a tab says that it is on its way, and its form goes to the first wrong field and loses nothing with the connection', async () => {
  const { page, context, expectComplaint } = await shop.visitAs(await account(shop, { isAdmin: true }), 'desk', {
    viewport: { width: 1100, height: 900 },
  })
  expectComplaint(/status of 400|ERR_INTERNET_DISCONNECTED/)
  const letGo = Promise.withResolvers<void>()
  await context.route('**/dashboard.data*', (route) => letGo.promise.then(() => route.continue()))
  await shop.open(page, '/dashboard/orders')
  await expectRoom(page, 'the header of an admin')
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByText('Loading profile...').waitFor()
  letGo.resolve()
  const name = page.getByLabel('Full Name')
  const update = page.getByRole('button', { name: 'Update Profile' })
  await name.fill('')
  await update.click()
  await page.getByText('Enter your full name.').waitFor()
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  await name.fill('Akinyi Odhiambo')
  await context.setOffline(true)
  await update.click()
  await page.getByText('The connection was lost. What you wrote is still here: please try again.').waitFor()
  await context.setOffline(false)
  await name.press('Enter')
  await heading(page, 'Welcome, Akinyi Odhiambo').waitFor()
})

it('a form that is gone with what it did leaves the focus in its row, and codes for paper are all that is printed', async () => {
  const who = await account(shop)
  const { page, expectComplaint } = await shop.visitAs(who, 'desk', { permissions: ['clipboard-read', 'clipboard-write'] })
  expectComplaint(/status of 401/)
  await shop.visitAs(who, 'phone')
  const row = (title: string) => page.locator('details', { has: page.locator('summary b', { hasText: title }) })
  const summary = (title: string) => row(title).locator('summary')
  const hasFocus = (title: string) => summary(title).evaluate((element) => element === document.activeElement)
  await shop.open(page, '/dashboard')
  await summary('Signed-in devices').click()
  await page.getByRole('button', { name: 'Sign out Chrome' }).click()
  await expect.poll(() => hasFocus('Signed-in devices')).toBe(true)
  const factor = row('Second factor')
  await summary('Second factor').click()
  await factor.getByLabel('Your password', { exact: true }).fill(who.password)
  await factor.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('button', { name: 'Copy codes' }).click()
  await page.getByText('Codes copied!').waitFor()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^(\S+\n){9}\S+$/)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByText(`Viatu, ${who.email}: codes for paper`).isVisible()).toBe(true)
  expect(await page.locator('header, footer, h1, .setup-key').evaluateAll((all) => all.filter((each) => each.checkVisibility()).length)).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  const uri = (await page.getByRole('link', { name: 'Open your code app' }).getAttribute('href')) as string
  for (const [code, words] of [
    ['000000', 'This code is not right'],
    [codeOf(uri), 'Second factor is on'],
  ] as const) {
    await factor.getByLabel('Code', { exact: true }).fill(code)
    await factor.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText(words).waitFor()
  }
  await expect.poll(() => hasFocus('Second factor')).toBe(true)
})
