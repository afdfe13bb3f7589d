import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { formatShillings } from '#domain/money.ts'
import { type Account, account } from '../accounts.ts'
import { earn } from '../affiliates.ts'
import { rowsOf } from '../checkout.ts'
import { codeOf as affiliateOf } from '../debtor.ts'
import { codeOf } from '../totp.ts'
import { examineNow } from './examine.ts'
import { useShop } from './shop.ts'
import { hasFocus, heading, loseFirstAnswer, newPhone, order, said, signIn, takenOver } from './steps.ts'

const shop = useShop()
const on = () => ({ db: shop.db })
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Signs in in the tab that the words of a form lead to. */
async function signInElsewhere(page: Page, who: Account) {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('alert').filter({ hasText: 'Your session ended.' }).getByRole('link', { name: 'Sign In' }).click()
  const other = await opened
  await takenOver(other)
  await signIn(other, who)
  await said(other, 'Welcome back!')
  await other.close()
}

it('a session that ends while a form is open keeps what was typed for its person, and nothing for another', async () => {
  const [who, next] = [await account(on(), { full_name: 'Njeri wa Kamau' }), await account(on(), { full_name: 'Otieno Ouma' })]
  const { page, context } = await shop.visitAs(who, 'phone')
  const end = () => shop.db.execute(sql`delete from auth.sessions where user_id = ${who.id}`)
  const [update, address] = [page.getByRole('button', { name: 'Update Profile' }), page.getByLabel('Delivery Address')]
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
  await examineNow(page, 'dashboard-session-ended', { finger: 'main' })
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

it('a tab says that it is on its way, its form goes to the first wrong field and outlasts a lost connection; what is gone leaves the focus in its row', async () => {
  const who = await account(on())
  const { page, context, expectComplaint } = await shop.visitAs(who, 'desk', clipboard)
  expectComplaint(/status of 40[01]|ERR_INTERNET_DISCONNECTED/)
  await shop.visitAs(who, 'phone')
  const letGo = Promise.withResolvers<void>()
  await context.route('**/dashboard.data*', (route) => letGo.promise.then(() => route.continue()))
  await shop.open(page, '/dashboard/orders')
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByText('Loading profile...').waitFor()
  letGo.resolve()
  const [name, update] = [page.getByLabel('Full Name'), page.getByRole('button', { name: 'Update Profile' })]
  await name.fill('')
  await update.click()
  await page.getByText('Enter your full name.').waitFor()
  await hasFocus(name)
  await name.fill('Akinyi Odhiambo')
  await context.setOffline(true)
  await update.click()
  await page.getByText('The connection was lost. What you wrote is still here: please try again.').waitFor()
  await context.setOffline(false)
  await name.press('Enter')
  await heading(page, 'Welcome, Akinyi Odhiambo').waitFor()

  const row = (title: string) => page.locator('details', { has: page.locator('summary b', { hasText: title }) })
  await row('Signed-in devices').locator('summary').click()
  await page.getByRole('button', { name: 'Sign out Chrome' }).click()
  await hasFocus(row('Signed-in devices').locator('summary'))
  const factor = row('Second factor')
  await factor.locator('summary').click()
  await factor.getByLabel('Your password', { exact: true }).fill(who.password)
  await factor.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('button', { name: 'Copy codes' }).click()
  await expect.poll(() => copied(page)).toMatch(/^(\S+\n){9}\S+$/)
  await page.emulateMedia({ media: 'print' })
  await page.getByText(`Viatu, ${who.email}: codes for paper`).waitFor()
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
  await hasFocus(factor.locator('summary'))
})

async function newAffiliate() {
  const who = await account(on(), { is_affiliate: true, full_name: 'Achieng Otieno' })
  return { ...who, ...(await affiliateOf(on(), who.id)) }
}

it('an affiliate copies the link to a pair, which is followed to a purchase; one who is paused shares nothing', async () => {
  const [who, line] = [await newAffiliate(), await shop.line('Karen Penny Loafer, Chestnut', '42')]
  const link = `${shop.url}/product/${line.id}?ref=${who.code}`
  const { page } = await shop.visitAs(who, 'phone', clipboard)
  // Public pages learn from what the browser keeps that an affiliate reads them.
  await shop.open(page, '/affiliate')
  await shop.open(page, `/product/${line.id}`)
  await page.getByText(`Share this pair and earn ${formatShillings(line.price / 10)}`).waitFor()
  await page.getByRole('button', { name: 'Copy Affiliate Link' }).click()
  await said(page, 'Affiliate link copied to clipboard')
  await expect.poll(() => copied(page)).toBe(link)
  const chat = new URL((await page.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href')) as string)
  expect(chat.searchParams.get('text')).toBe(`${line.name} for ${formatShillings(line.price)} at Viatu: ${link}`)
  await page.getByText('QR code', { exact: true }).click()
  const drawing = page.getByRole('img', { name: `QR code of ${link}` })
  await expect.poll(() => drawing.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await shop.open(page, '/products')
  const card = page.getByRole('button', { name: /^Copy Affiliate Link: / }).first()
  await card.click()
  await expect.poll(() => copied(page)).toMatch(new RegExp(`^${shop.url}/product/[\\w-]{36}\\?ref=${who.code}$`))
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await card.click()
  await said(page, 'Failed to copy link')

  const { page: buying, context } = await shop.visit('phone', { cart: [line] })
  await buying.goto(link)
  await buying.getByText(`You are shopping with the affiliate link of ${who.code}`).waitFor()
  expect((await context.cookies()).find(({ name }) => name === 'viatu-ref')).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  const payer = newPhone()
  await shop.tellMpesa('POST /answers', { phone: payer, pin: true })
  await order(shop, buying, payer)
  await heading(buying, 'Paid. Thank you.').waitFor()
  expect(await rowsOf(on(), sql`select converted from affiliate_clicks where affiliate_id = ${who.id}`)).toEqual([{ converted: true }])
  // What the tab knew of the link goes with the payment.
  await expect.poll(() => buying.evaluate(() => sessionStorage.getItem('referral'))).toBeNull()

  await shop.db.execute(sql`update profiles set affiliate_paused_at = now(), affiliate_pause_reason = 'A test' where id = ${who.id}`)
  await shop.open(page, '/affiliate')
  await shop.open(page, `/product/${line.id}`)
  await page.getByText('Your affiliate links are resting.').waitFor()
  expect(await page.getByText(/Share this pair and earn/).count()).toBe(0)
})

it('a payout is asked for once though its answer is lost, and again once it is cancelled; the statement is printed without the shop around it', async () => {
  const who = await newAffiliate()
  await earn(on(), who, 500)
  const { page, expectComplaint } = await shop.visitAs(who, 'phone', clipboard)
  expectComplaint(/(ERR_FAILED|status of 500).*wallet/)
  await shop.open(page, '/affiliate')
  await page.route('**/affiliate/wallet.data*', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Wallet' }).click()
  await page.getByText('Error fetching wallet data').waitFor()
  await page.unroute('**/affiliate/wallet.data*')
  await page.getByRole('link', { name: 'Try again' }).click()
  const request = page.getByRole('button', { name: 'Request Payout' })
  await request.waitFor()
  await takenOver(page)
  await loseFirstAnswer(page, '**/affiliate/wallet.data*')
  await request.click()
  await said(page, 'Error requesting payout')
  await request.click()
  await page.getByText('Your request for KSh 500 is waiting for us').waitFor()
  // The next request has a key of its own.
  await page.getByRole('button', { name: 'Cancel this request' }).click()
  await page.getByText('Cancelled by you').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('request-payout')
  await request.click()
  await page.getByText('Your request for KSh 500 is waiting for us').waitFor()
  await shop.open(page, '/affiliate/wallet/statement')
  await page.emulateMedia({ media: 'print' })
  await page.getByText('Achieng Otieno, affiliate code').waitFor()
  expect(await page.getByRole('navigation', { name: 'Dashboard' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
})

const endpoint = '**/api/functions/ai-chatbot'

const box = (page: Page) => page.getByRole('dialog', { name: 'Viatu Support' })
const opener = (page: Page) => page.getByRole('button', { name: /^(Open )?Viatu Support/ }).filter({ visible: true })
const field = (page: Page) => box(page).getByLabel('Your message')
const log = (page: Page) => box(page).getByRole('log')
const turns = (page: Page, count: number) => expect.poll(() => log(page).locator('.chat-turn').count()).toBe(count)
const gone = (part: Locator) => part.waitFor({ state: 'hidden' })

async function say(page: Page, words: string) {
  await field(page).fill(words)
  await page.keyboard.press('Enter')
}

it('the chat sells a shoe, waits behind its button when Escape, Back or a link leads away, is found again after a reload, and knows this browser’s order', async () => {
  const { page } = await shop.visit('phone')
  await shop.open(page, '/')
  await opener(page).click()
  await hasFocus(field(page))
  await say(page, 'my pin is 1234')
  await log(page).getByText('You: my pin is ••••').waitFor()
  await log(page)
    .getByText(/Never write your PIN/)
    .first()
    .waitFor()
  await say(page, 'black loafers size 42 under 8000')
  const shoe = log(page).getByRole('listitem').first()
  await shoe.getByRole('button', { name: /^Add to Cart/ }).click()
  await page.locator('dialog[open]').getByRole('radio', { name: '42', exact: true }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
  await page.keyboard.press('Escape')
  await gone(box(page))
  await hasFocus(opener(page))
  await page.reload()
  await takenOver(page)
  await opener(page).click()
  await turns(page, 5)
  await page.goBack()
  await gone(box(page))
  await hasFocus(opener(page))
  expect(new URL(page.url()).pathname).toBe('/')
  await opener(page).click()
  await box(page).getByRole('button', { name: 'Maximize' }).click()
  await box(page).getByRole('button', { name: 'Make smaller' }).waitFor()
  await shoe.getByRole('link').last().click()
  await page.waitForURL('**/product/**')
  await gone(box(page))

  await order(shop, page, newPhone())
  const [, id = '', key = ''] = /\/order\/([\w-]+)\?key=([\w-]+)/.exec(page.url()) ?? []
  await shop.open(page, '/products')
  await opener(page).click()
  await box(page).getByRole('button', { name: 'New conversation' }).click()
  await turns(page, 1)
  await box(page).getByRole('button', { name: 'Where is my order?' }).click()
  const card = log(page).locator('.chat-order')
  await card.getByText(`Order ${id.slice(0, 8)}`).waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await examineNow(page, 'assistant-own-order', { pictured: 'screen' })
  expect(await page.evaluate(() => sessionStorage.getItem('viatu-chat')), 'the kept conversation holds no key').not.toContain(key)
  await log(page)
    .getByRole('link', { name: `Open order ${id.slice(0, 8)}` })
    .click()
  await page.waitForURL(`**/order/${id}?key=${key}`)
})

it('an answer that fails is asked for again, one that comes while nobody looks is told of, offline nothing is lost, and a chat that breaks breaks alone', async () => {
  const { page, context, expectComplaint } = await shop.visit('phone')
  expectComplaint(/ai-chatbot|500|the chat broke/)
  const breaking = 'what breaks the chat'
  await context.addInitScript((words) => {
    const { split } = String.prototype
    String.prototype.split = function (this: string, ...how: Parameters<typeof split>) {
      if (String(this) === words) throw new Error('the chat broke')
      return split.apply(this, how)
    } as typeof split
  }, breaking)
  await shop.open(page, '/products')
  await opener(page).click()
  await page.route(endpoint, (route) => route.fulfill({ status: 500, body: 'no' }))
  await say(page, 'How do I pay?')
  await page.getByText('Failed to get response. Please try again.').waitFor()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.unroute(endpoint)
  await page.route(endpoint, (route) => promise.then(() => route.continue()))
  await box(page).getByRole('button', { name: 'Try again' }).click()
  await box(page).getByText('Viatu Support is writing').waitFor({ state: 'attached' })
  await say(page, 'And then?')
  expect(await field(page).inputValue(), 'nothing is sent while an answer is waited for').toBe('And then?')
  await box(page).getByRole('button', { name: 'Minimize' }).click()
  resolve()
  await page.getByRole('button', { name: 'Viatu Support: a new answer' }).filter({ visible: true }).click()
  await log(page)
    .getByText(/M-Pesa/)
    .first()
    .waitFor()
  expect(await log(page).getByText('You: How do I pay?').count()).toBe(1)
  await context.setOffline(true)
  await say(page, 'Is it real?')
  await box(page).getByText('You are offline. Your message stays here until you send it again.').waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('Is it real?')
  await context.setOffline(false)
  await page.route(endpoint, (route) => route.fulfill({ json: null }))
  await say(page, breaking)
  await box(page)
    .getByText(/^Sorry, I'm having trouble responding right now/)
    .waitFor()
  await box(page).getByRole('button', { name: 'New conversation' }).click()
  await turns(page, 1)
})
