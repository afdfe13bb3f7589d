import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { anonymous } from '#features/context.ts'
import { type Account, account, goodPassword } from '../accounts.ts'
import { commissionRowOf, referred } from '../affiliates.ts'
import { contextOn, placed, tellFailed, tellPaid } from '../checkout.ts'
import { codeOf } from '../totp.ts'
import { shoot, sizes } from './browser.ts'
import { examine } from './examine.ts'
import { useShop } from './shop.ts'
import { heading, said, takenOver } from './steps.ts'

const shop = useShop()

async function signIn(context: BrowserContext, { email, password }: Pick<Account, 'email' | 'password'>) {
  const answer = await context.request.post(`${shop.url}/api/auth/sign-in`, { data: { email, password } })
  expect(answer.status()).toBe(200)
  return answer.json()
}

const newShopper = (changes: Parameters<typeof account>[1] = {}) => account({ db: shop.db }, changes)

/** Opens a page and waits until its scripts have taken over. */
async function open(page: Page, path: string, title: string | RegExp = /^Welcome, /) {
  await shop.open(page, path)
  await heading(page, title).waitFor()
}

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name })
const row = (page: Page, title: string) => page.locator('details', { has: page.locator('summary b', { hasText: title }) })
/** Where a form stood that has gone with what it did, the row has the focus. */
const hasFocus = (page: Page, title: string) =>
  row(page, title)
    .locator('summary')
    .evaluate((summary) => summary === document.activeElement)
const unfold = (page: Page, title: string) => row(page, title).locator('summary').click()

describe('the dashboard', () => {
  it.each(['/dashboard', '/dashboard/orders', '/affiliate', '/affiliate/wallet', '/dashboard/my-data'])(
    '%s sends strangers to sign in, and back',
    async (path) => {
      const answer = await fetch(shop.url + path, { redirect: 'manual' })
      expect(answer.status).toBe(302)
      expect(answer.headers.get('location')).toBe(`/auth?next=${encodeURIComponent(path)}`)
      expect(answer.headers.get('cache-control')).toMatch(/no-store/)
    },
  )

  it('is kept by nobody, and opens the profile for who is no affiliate', async () => {
    const who = await newShopper({ full_name: 'Njeri wa Kamau' })
    const { page } = await shop.visitAs(who, 'phone')
    const answer = await page.goto(`${shop.url}/dashboard`)
    expect(answer?.headers()['cache-control']).toBe('private, no-store')
    await heading(page, 'Welcome, Njeri wa Kamau').waitFor()
    await expect.poll(() => tab(page, 'Profile').getAttribute('aria-current')).toBe('page')
    await expect.poll(() => page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').allTextContents()).toEqual(['Profile', 'My Orders'])
    for (const path of ['/affiliate', '/affiliate/wallet']) {
      await page.goto(shop.url + path)
      await page.waitForURL('**/dashboard')
    }
  })
})

describe('a session that ends while a form is open', () => {
  const endOf = ({ id }: Account) => shop.db.execute(sql`delete from auth.sessions where user_id = ${id}`)
  const ended = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your session ended.' })

  /** In the tab that the form's own words lead to. */
  async function signInElsewhere(page: Page, who: Account): Promise<Page> {
    const opened = page.context().waitForEvent('page')
    await ended(page).getByRole('link', { name: 'Sign In' }).click()
    const other = await opened
    await takenOver(other)
    await other.getByLabel('Email or Phone Number').fill(who.email)
    await other.getByLabel('Password', { exact: true }).fill(who.password)
    await other.locator('main').getByRole('button', { name: 'Sign In', exact: true }).click()
    await said(other, 'Welcome back!')
    return other
  }

  it('says so, keeps what was typed, and takes it once its person is back', async () => {
    const who = await newShopper({ full_name: 'Njeri wa Kamau' })
    const { page } = await shop.visitAs(who, 'phone')
    await open(page, '/dashboard')
    const name = page.getByLabel('Full Name')
    const address = page.getByLabel('Address')
    await address.fill('Moi Avenue 12, Nairobi')
    await endOf(who)
    const update = page.getByRole('button', { name: 'Update Profile' })
    await update.click()
    await ended(page).waitFor()
    await examine(page, 'dashboard-session-ended', { finger: 'main' })
    expect([await address.inputValue(), new URL(page.url()).pathname]).toEqual(['Moi Avenue 12, Nairobi', '/dashboard'])
    await (await signInElsewhere(page, who)).close()
    await page.getByText('You are signed in again.').waitFor()
    expect(await address.inputValue()).toBe('Moi Avenue 12, Nairobi')
    await update.click()
    await said(page, 'Profile updated')
    await expect.poll(() => name.inputValue()).toBe('Njeri wa Kamau')
    const { rows } = await shop.db.execute(sql`select address from profiles where id = ${who.id}`)
    expect(rows).toEqual([{ address: 'Moi Avenue 12, Nairobi' }])
  })

  it('is said without scripts too, on the way back to the page of the form', async () => {
    const who = await newShopper()
    const { page } = await shop.visitAs(who, 'phone', { javaScriptEnabled: false })
    await page.goto(`${shop.url}/dashboard`)
    await page.getByLabel('Address').fill('Moi Avenue 12, Nairobi')
    await endOf(who)
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await page.getByText('Your session ended. What you wrote was not sent. Sign in to return to its page.').waitFor()
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      await shoot(page, `session-ended-unscripted-${size}`, 'screen')
    }
    await page.getByLabel('Email or Phone Number').fill(who.email)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.locator('main').getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/dashboard')
    await page.getByLabel('Address').waitFor()
    // Who only comes by is told nothing.
    await endOf(who)
    await page.goto(`${shop.url}/dashboard`)
    await page.getByLabel('Email or Phone Number').waitFor()
    expect(await page.getByText('Your session ended').count()).toBe(0)
  })

  it('keeps nothing of it for somebody else who signs in', async () => {
    const [who, other] = [await newShopper({ full_name: 'Njeri wa Kamau' }), await newShopper({ full_name: 'Otieno Ouma' })]
    const { page } = await shop.visitAs(who, 'phone')
    await open(page, '/dashboard')
    await page.getByLabel('Address').fill('Moi Avenue 12, Nairobi')
    await endOf(who)
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await signInElsewhere(page, other)
    await heading(page, 'Welcome, Otieno Ouma').waitFor()
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('')
  })

  it('keeps the text of an admin too, also beside a tab that finds out first', async () => {
    const { page, context, who } = await shop.visitAsAdmin('desk')
    await open(page, '/admin/products', 'Product Management')
    await page.getByRole('link', { name: 'Add Product' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Mbio Baada ya Kikao')
    await form.getByLabel('Price, KSh').fill('4500')
    await endOf(who)
    // Another tab finds nobody signed in, and says so to all of them.
    await page.evaluate(() => localStorage.removeItem('viatu-session-asked'))
    const other = await context.newPage()
    await shop.open(other, '/help')
    await other.waitForFunction(() => document.documentElement.dataset.session === undefined)
    await other.close()
    await form.getByRole('button', { name: 'Add product' }).click()
    await ended(page).waitFor()
    expect(await form.getByLabel('Name').inputValue()).toBe('Mbio Baada ya Kikao')
    await examine(page, 'admin-session-ended')
    await (await signInElsewhere(page, who)).close()
    await page.getByText('You are signed in again.').waitFor()
    expect([await form.getByLabel('Name').inputValue(), await form.getByLabel('Price, KSh').inputValue()]).toEqual(['Mbio Baada ya Kikao', '4500'])
  })
})

describe('each tab', () => {
  it.each([
    ['shopper', {}, [200, 200, 302, 302]],
    ['affiliate', { is_affiliate: true }, [200, 200, 200, 200]],
    ['admin', { isAdmin: true }, [200, 200, 302, 302]],
  ])('opens for a %s who may have it', async (_, changes, statuses) => {
    const { context } = await shop.visitAs(await newShopper(changes), 'desk')
    const answers = ['/dashboard', '/dashboard/orders', '/affiliate', '/affiliate/wallet'].map((path) =>
      context.request.get(shop.url + path, { maxRedirects: 0 }),
    )
    expect((await Promise.all(answers)).map((answer) => answer.status())).toEqual(statuses)
  })
})

describe('a slow connection', () => {
  it('is told of, below the tabs or in place of the page', async () => {
    const { page } = await shop.visitAs(await newShopper(), 'phone')
    const held: (() => void)[] = []
    await page.route('**/*.data*', async (route) => {
      await new Promise<void>((go) => held.push(go))
      await route.continue()
    })
    const letGo = async () => {
      await expect.poll(() => held.length).toBeGreaterThan(0)
      for (const go of held.splice(0)) go()
    }
    await open(page, '/dashboard/orders')
    await tab(page, 'Profile').click()
    await page.getByText('Loading profile...').waitFor()
    await tab(page, 'My Orders').waitFor()
    await letGo()
    await page.getByLabel('Full Name').waitFor()
    await tab(page, 'My Orders').click()
    await page.getByText('Loading...').waitFor()
    await letGo()
    await page.getByText('No orders yet').waitFor()
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await tab(page, 'Profile').waitFor({ state: 'hidden' })
    await letGo()
    await heading(page, 'Discover Our Products').waitFor()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Dashboard' }).click()
    await page.getByText('Loading profile...').waitFor()
    await letGo()
    await page.getByLabel('Full Name').waitFor()
  })
})

describe('the profile', () => {
  it('is changed, with what is wrong beside its field', async () => {
    const who = await newShopper()
    const { page, expectComplaint } = await shop.visitAs(who, 'desk')
    expectComplaint(/status of 400/)
    await open(page, '/dashboard')
    await page.getByLabel('Full Name').fill('')
    await page.getByLabel('Phone Number').fill('12')
    await expect.poll(() => page.getByLabel('Delivery Address').getAttribute('placeholder')).toBe('Enter your delivery address')
    await page.getByLabel('Delivery Address').fill('Kimathi Street 4, Nairobi')
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await page.getByText('Enter your full name.').waitFor()
    await page.getByText('Enter a Kenyan M-Pesa number, such as 0712 345 678.').waitFor()
    await expect.poll(() => page.getByLabel('Full Name').evaluate((field) => field === document.activeElement)).toBe(true)
    await examine(page, 'dashboard-profile-errors', { finger: 'main' })

    const held = Promise.withResolvers<void>()
    await page.route('**/dashboard.data*', async (route) => {
      if (route.request().method() === 'POST') await held.promise
      await route.continue()
    })
    await page.getByLabel('Full Name').fill('Wanjiku wa Kamau')
    await page.getByLabel('Phone Number').fill('0722 111 222')
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await page.getByRole('button', { name: 'Updating...' }).waitFor()
    held.resolve()
    await said(page, 'Profile updated')
    await heading(page, 'Welcome, Wanjiku wa Kamau').waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Phone Number').inputValue()).toBe('+254 722 111 222')
    await expect.poll(() => page.getByLabel('Delivery Address').inputValue()).toBe('Kimathi Street 4, Nairobi')
    await examine(page, 'dashboard-profile', { finger: 'main' })
  })

  it('says so when the connection breaks, and loses nothing', async () => {
    const { page, context, expectComplaint } = await shop.visitAs(await newShopper(), 'phone')
    expectComplaint(/ERR_INTERNET_DISCONNECTED/)
    await open(page, '/dashboard')
    await page.getByLabel('Delivery Address').fill('Kimathi Street 4, Nairobi')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await page.getByText('The connection was lost.').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await said(page, 'Profile updated')
    await expect.poll(() => page.getByLabel('Delivery Address').inputValue()).toBe('Kimathi Street 4, Nairobi')
  })

  it('is sent again by itself when the shop is overloaded, as it was sent', async () => {
    const { page, expectComplaint } = await shop.visitAs(await newShopper(), 'phone')
    expectComplaint(/status of 503/)
    await open(page, '/dashboard')
    const sent: string[] = []
    await page.route('**/dashboard.data*', (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent.push(new URLSearchParams(route.request().postData() ?? '').get('address') ?? '')
      return sent.length < 5 ? route.fulfill({ status: 503, body: 'busy' }) : route.continue()
    })
    const address = page.getByLabel('Delivery Address')
    const update = page.getByRole('button', { name: 'Updat' })
    await address.fill('Kimathi Street 4, Nairobi')
    await update.click()
    await page.getByText('We are trying again.').waitFor()
    await address.fill('Kimathi Str')
    await page.getByText('What you wrote is still here: please try again.').waitFor()
    expect(sent, 'what stands in the field while it is sent again').toEqual(Array(3).fill('Kimathi Street 4, Nairobi'))
    await address.fill('Moi Avenue 12, Nairobi')
    await update.click()
    await said(page, 'Profile updated')
    expect(sent.slice(3), 'each press is sent again by itself').toEqual(Array(2).fill('Moi Avenue 12, Nairobi'))
  })

  it('is sent once by two presses at once', async () => {
    const { page } = await shop.visitAs(await newShopper(), 'phone')
    await open(page, '/dashboard')
    let sent = 0
    await page.route('**/dashboard.data*', (route) => {
      if (route.request().method() === 'POST') sent++
      return route.continue()
    })
    await page.getByRole('button', { name: 'Update Profile' }).evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await said(page, 'Profile updated')
    expect(sent).toBe(1)
  })

  it('is changed with the keyboard alone', async () => {
    const { page } = await shop.visitAs(await newShopper(), 'desk')
    await open(page, '/dashboard/orders')
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    for (let tabs = 0; tabs < 5 && (await focused()) !== 'Profile'; tabs++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByLabel('Full Name').waitFor()
    for (let tabs = 0; tabs < 5 && !(await page.getByLabel('Full Name').evaluate((field) => field === document.activeElement)); tabs++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Akinyi Odhiambo')
    await page.keyboard.press('Enter')
    await heading(page, 'Welcome, Akinyi Odhiambo').waitFor()
    for (let tabs = 0; tabs < 12 && !(await focused()).startsWith('Password'); tabs++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await row(page, 'Password').getByRole('button', { name: 'Change password' }).waitFor()
  })

  it('works without scripts', async () => {
    const who = await newShopper()
    const { page, expectComplaint } = await shop.visitAs(who, 'phone', { javaScriptEnabled: false })
    expectComplaint(/status of 40[03]/)
    await page.goto(`${shop.url}/dashboard`)
    await page.getByLabel('Full Name').fill('Wanjiku wa Kamau')
    await page.getByLabel('Phone Number').fill('12')
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await page.getByText('Enter a Kenyan M-Pesa number, such as 0712 345 678.').waitFor()
    await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Wanjiku wa Kamau')
    await page.getByLabel('Phone Number').fill('0722 111 333')
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await page.getByText('Profile updated').waitFor()
    await heading(page, 'Welcome, Wanjiku wa Kamau').waitFor()

    await unfold(page, 'Password')
    await row(page, 'Password').getByLabel('Current password', { exact: true }).fill('not this one')
    await row(page, 'Password').getByLabel('New password', { exact: true }).fill('mbio-nyingine-7')
    await row(page, 'Password').getByLabel('New password again', { exact: true }).fill('mbio-nyingine-7')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('This is not the password of your account.').waitFor()
    await row(page, 'Password').getByLabel('Current password', { exact: true }).fill(who.password)
    await row(page, 'Password').getByLabel('New password', { exact: true }).fill('mbio-nyingine-7')
    await row(page, 'Password').getByLabel('New password again', { exact: true }).fill('mbio-nyingine-7')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password updated!').waitFor()
    await unfold(page, 'Signed-in devices')
    await page.getByText('This device').waitFor()

    await tab(page, 'My Orders').click()
    await page.getByText('No orders yet').waitFor()
    await tab(page, 'Profile').click()
    await page.getByRole('button', { name: 'Join now' }).click()
    await page.waitForURL('**/affiliate')
    await expect.poll(() => page.getByLabel('Affiliate code').inputValue()).toMatch(/^\w{6,12}$/)
  })
})

describe('the orders', () => {
  it('are none at first', async () => {
    const { page } = await shop.visitAs(await newShopper(), 'desk')
    await open(page, '/dashboard/orders')
    await page.getByText('No orders yet').waitFor()
    await examine(page, 'dashboard-no-orders', { finger: 'main' })
  })

  it('are listed with date, total and status, page by page, and each opens its own page', async () => {
    const who = await newShopper()
    const shoe = await shop.line('Karen Driver, Sand', '43')
    await shop.setStock(shoe, 30)
    const ids: string[] = []
    for (let made = 0; made < 14; made++) {
      const order = await placed(contextOn({ db: shop.db }), [[{ id: shoe.id, name: shoe.name, sizes: {} }, '43', 1]])
      await (made === 12 ? tellFailed(order.ctx, order.attempt) : tellPaid(order.ctx, order.attempt))
      ids.push(order.id)
    }
    await shop.db.execute(
      sql`update orders set user_id = ${who.id} where id in (${sql.join(
        ids.map((id) => sql`${id}`),
        sql`, `,
      )})`,
    )
    // 22:30 in UTC is the next day in Nairobi.
    await shop.db.execute(sql`update orders set created_at = '2026-11-19T22:30:00Z' where id = ${ids[0]}`)

    const { page } = await shop.visitAs(who, 'desk')
    await open(page, '/dashboard')
    await tab(page, 'My Orders').click()
    await page.getByRole('heading', { name: 'Order History' }).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + 12)
    await page.getByText('Payment Failed').waitFor()
    await examine(page, 'dashboard-orders', { finger: 'main' })
    await page.getByRole('link', { name: 'Load more' }).click()
    await page.getByText('20 Nov 2026').waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + 14)
    const oldest = page.getByRole('row').last()
    for (const words of [(ids[0] as string).slice(0, 8), 'KSh', 'Paid - Ready to Ship']) await oldest.getByText(words).waitFor()

    await oldest.getByRole('link').click()
    await heading(page, 'Paid. Thank you.').waitFor()
    expect(new URL(page.url()).search).toBe('')
    for (const words of ['Karen Driver, Sand', 'Size 43', 'So far']) await page.getByText(words).first().waitFor()
    await page.getByRole('button', { name: 'Print' }).waitFor()

    const stranger = await shop.visitAs(await newShopper(), 'phone')
    stranger.expectComplaint(/status of 404/)
    await stranger.page.goto(page.url())
    await heading(stranger.page, 'Order not found').waitFor()
  })

  it('are bought again at the prices of today', async () => {
    const who = await newShopper()
    const [stays, changes, goes] = [
      await shop.line('Uwanja Low, Forest', '38'),
      await shop.line('Watamu Canvas Flat, Cotton', '38'),
      await shop.line('Delamere Spectator, Navy', '44'),
    ]
    const pair = ({ id, name }: { id: string; name: string }) => ({ id, name, sizes: {} })
    const ctx = contextOn({ db: shop.db }, { actor: { ...anonymous, userId: who.id } })
    const order = await placed(ctx, [
      [pair(stays), '38', 2],
      [pair(changes), '38', 1],
      [pair(goes), '44', 1],
    ])
    await tellPaid(order.ctx, order.attempt)
    await shop.setStock(goes, 0)
    await shop.db.execute(sql`update products set price = price + 500 where id = ${changes.id}`)

    const { page } = await shop.visitAs(who, 'phone')
    await open(page, '/dashboard/orders')
    await page.getByRole('button', { name: /^Buy again: / }).click()
    const cart = page.getByRole('dialog', { name: 'Cart (3 items)' })
    await cart.getByText('Uwanja Low, Forest').waitFor()
    await expect.poll(() => cart.getByRole('link', { name: 'Delamere Spectator, Navy' }).count()).toBe(0)
    const news = page.locator('.toast', { hasText: 'Some items have changed' })
    await news.getByText('Watamu Canvas Flat, Cotton, size 38, now costs KSh').waitFor()
    await news.getByText('Delamere Spectator, Navy, size 44, has sold out.').waitFor()
    await shoot(page, 'dashboard-bought-again-phone', 'screen')
  })
})

describe('joining the affiliates', () => {
  it('gives a code, and the tab beside', async () => {
    const who = await newShopper()
    const { page } = await shop.visitAs(who, 'desk', { permissions: ['clipboard-read', 'clipboard-write'] })
    await open(page, '/dashboard')
    await page.getByText('Earn 10% commission on every sale you refer').waitFor()
    await page.getByRole('button', { name: 'Join now' }).click()
    await page.waitForURL('**/affiliate')
    const code = await page.getByLabel('Affiliate code').inputValue()
    expect(code).toMatch(/^\w{6,12}$/)
    await page.getByRole('button', { name: 'Copy code' }).click()
    await page.getByText('Code copied!').waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code)
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.getByRole('button', { name: 'Copy code' }).click()
    await page.getByText('Failed to copy code').waitFor()
    expect(await page.getByText('Code copied!').count(), 'of one thing one message').toBe(0)
    await page.getByRole('button', { name: 'Close message' }).click()
    await examine(page, 'dashboard-affiliate', { finger: 'main' })
    await open(page, '/affiliate/wallet')
    await expect.poll(() => tab(page, 'Wallet').getAttribute('aria-current')).toBe('page')
    await tab(page, 'Profile').click()
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    expect(await page.getByRole('button', { name: 'Join now' }).count()).toBe(0)
  })
})

describe('the account', () => {
  it('unfolds, and every part of it can be read', async () => {
    const { page } = await shop.visitAs(await newShopper({ isAdmin: true }), 'desk')
    await open(page, '/dashboard')
    for (const title of ['E-mail', 'Password', 'Signed-in devices', 'Second factor', 'My data', 'Delete my account']) await unfold(page, title)
    await examine(page, 'dashboard-account', { finger: 'main' })
  })

  it('gives out all that is held', async () => {
    const who = await newShopper({ full_name: 'Njeri Otieno' })
    const { page } = await shop.visitAs(who, 'desk')
    await open(page, '/dashboard')
    await unfold(page, 'My data')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download my data' }).click()])
    expect(file.suggestedFilename()).toBe('viatu-my-data.json')
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
      account: { email: who.email },
      profile: { full_name: 'Njeri Otieno' },
      orders: [],
    })
  })

  it('signs out another device, and all others', async () => {
    const who = await newShopper()
    const { page } = await shop.visitAs(who, 'desk')
    const [second, third] = [await shop.visitAs(who, 'phone'), await shop.visitAs(who, 'phone')]
    await open(second.page, '/dashboard')
    await open(page, '/dashboard')
    await unfold(page, 'Signed-in devices')
    await expect.poll(() => page.getByRole('button', { name: 'Sign out Chrome' }).count()).toBe(2)
    const devices = await page.locator('.devices li').allInnerTexts()
    expect(devices.map((words) => [words.includes('This device'), words.includes('Last seen a few minutes ago')])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ])
    await examine(page, 'dashboard-devices', { finger: 'main' })
    await page.getByRole('button', { name: 'Sign out Chrome' }).first().click()
    await page.getByText('Device signed out').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Sign out Chrome' }).count()).toBe(1)
    await expect.poll(() => hasFocus(page, 'Signed-in devices')).toBe(true)
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByText('Signed out everywhere else').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Sign out Chrome' }).count()).toBe(0)
    for (const other of [second, third]) {
      const answer = await other.context.request.get(`${shop.url}/dashboard`, { maxRedirects: 0 })
      expect(answer.headers().location).toBe('/auth?next=%2Fdashboard')
    }
    await tab(second.page, 'My Orders').click()
    await second.page.waitForURL('**/auth?next=%2Fdashboard%2Forders')
    await page.reload()
    await heading(page, /^Welcome, /).waitFor()
  })

  it('takes a new password, and keeps this device signed in', async () => {
    const who = await newShopper()
    const { page, context, expectComplaint } = await shop.visitAs(who, 'phone')
    expectComplaint(/status of 4(03|00|22)/)
    const other = await shop.visitAs(who, 'desk')
    await open(page, '/dashboard')
    await unfold(page, 'Password')
    const fields = row(page, 'Password')
    await fields.getByLabel('Current password', { exact: true }).fill('not this one')
    await fields.getByLabel('New password', { exact: true }).fill('mbio-mpya-9')
    await page.getByText('Contains special characters, done').waitFor()
    await page.getByText('Passwords match, not yet').waitFor()
    await fields.getByLabel('New password again', { exact: true }).fill('mbio-mpya-9')
    await page.getByText('Passwords match, done').waitFor()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('This is not the password of your account.').waitFor()
    await fields.getByLabel('Current password', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await said(page, 'Password updated!')
    await expect.poll(() => fields.getByLabel('Current password', { exact: true }).inputValue()).toBe('')
    await page.reload()
    await heading(page, /^Welcome, /).waitFor()
    expect((await other.context.request.get(`${shop.url}/dashboard`, { maxRedirects: 0 })).status()).toBe(302)
    await context.clearCookies()
    await signIn(context, { email: who.email, password: 'mbio-mpya-9' })
  })

  it('asks a new address for its link, and leaves the old one until then', async () => {
    const who = await newShopper()
    const { page, expectComplaint } = await shop.visitAs(who, 'desk')
    expectComplaint(/status of 400/)
    await open(page, '/dashboard')
    await unfold(page, 'E-mail')
    await page.getByLabel('New e-mail').fill('njeri at example')
    await row(page, 'E-mail').getByLabel('Your password', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Enter the e-mail as name@example.com.').waitFor()
    await page.getByLabel('New e-mail').fill(who.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('This is your e-mail already. Enter another one.').waitFor()
    await examine(page, 'dashboard-same-address', { finger: 'main' })
    await page.getByLabel('New e-mail').fill(`new-${who.email}`)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText(`We sent a link to new-${who.email}.`).waitFor()
    await examine(page, 'dashboard-address-asked', { finger: 'main' })
    await row(page, 'E-mail').locator('summary').getByText(who.email).waitFor()
    const { rows } = await shop.db.execute<{ text: string }>(sql`select text from mails where to_address = ${`new-${who.email}`}`)
    const link = /\/signin\?type=email_change&token=[\w-]+/.exec(rows[0]?.text ?? '')?.[0]
    await page.goto(shop.url + link)
    await page.getByRole('button', { name: 'Confirm my e-mail' }).click()
    await page.getByText('Your e-mail is confirmed.').waitFor()
    await open(page, '/dashboard')
    await row(page, 'E-mail').locator('summary').getByText(`new-${who.email}`).waitFor()
    const { rows: told } = await shop.db.execute<{ text: string }>(
      sql`select text from mails where to_address = ${who.email} and kind = 'address-changed'`,
    )
    expect(told).toHaveLength(1)
  })

  it('asks for a second factor where somebody wants one, until it is turned off with a code', async () => {
    const who = await newShopper()
    const { page, context, expectComplaint } = await shop.visitAs(who, 'desk')
    expectComplaint(/status of 40[01]/)
    await open(page, '/dashboard')
    await unfold(page, 'Second factor')
    const part = row(page, 'Second factor')
    await part.getByLabel('Your password', { exact: true }).fill(who.password)
    await part.getByRole('button', { name: 'Set up' }).click()
    const uri = (await page.getByRole('link', { name: 'Open your code app' }).getAttribute('href')) as string
    expect(uri).toMatch(/^otpauth:\/\/totp\//)
    await expect.poll(() => hasFocus(page, 'Second factor')).toBe(true)
    const codes = await page.getByRole('list', { name: 'Codes for paper' }).getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    const picture = page.getByRole('img', { name: 'QR code of the key below' })
    expect(await picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy codes' }).click()
    await page.getByText('Codes copied!').waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download codes' }).click()])
    expect(await readFile(await file.path(), 'utf8')).toContain(codes.join('\r\n'))
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.getByText(`Viatu, ${who.email}: codes for paper`).isVisible()).toBe(true)
    await expect
      .poll(() => page.locator('header, footer, h1, .setup-key').evaluateAll((all) => all.filter((each) => each.checkVisibility()).length))
      .toBe(0)
    await shoot(page, 'dashboard-codes-on-paper', 'screen')
    await page.emulateMedia({ media: 'screen' })
    await part.getByLabel('Code', { exact: true }).fill('000000')
    await part.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('This code is not right').waitFor()
    await examine(page, 'dashboard-second-factor', { finger: 'main' })
    await part.getByLabel('Code', { exact: true }).fill(codeOf(uri))
    await part.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Second factor is on').waitFor()
    await part.getByRole('button', { name: 'Turn off' }).waitFor()
    await open(page, '/dashboard')
    const asked = await fetch(`${shop.url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: who.email, password: who.password }),
    })
    expect(await asked.json()).toMatchObject({ session: null, challenge: expect.any(String) })
    await unfold(page, 'Second factor')
    await part.getByLabel('Your password', { exact: true }).fill(who.password)
    await part.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Enter the code.').waitFor()
    await unfold(page, 'Delete my account')
    await row(page, 'Delete my account').getByLabel('Code of your app, or one from paper').waitFor()
    await examine(page, 'dashboard-second-factor-off', { finger: 'main' })
    await part.getByLabel('Your password', { exact: true }).fill(who.password)
    await part.getByLabel('Code of your app, or one from paper').fill((codes[0] as string).toLowerCase())
    await part.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Second factor is off').waitFor()
    await context.clearCookies()
    expect(await signIn(context, who)).toMatchObject({ session: { user: { id: who.id } } })
  })

  it('is deleted with a word and the password, and nobody is signed in any more', async () => {
    const who = await newShopper()
    const { page, context, expectComplaint } = await shop.visitAs(who, 'phone')
    expectComplaint(/status of 40[03]/)
    await open(page, '/dashboard')
    await unfold(page, 'Delete my account')
    const part = row(page, 'Delete my account')
    await part.getByLabel('Type DELETE to confirm').fill('delete')
    await part.getByLabel('Your password', { exact: true }).fill(who.password)
    await part.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByText('Enter DELETE, in capital letters.').waitFor()
    await takenOver(page)
    await part.getByLabel('Type DELETE to confirm').fill('DELETE')
    await part.getByLabel('Your password', { exact: true }).fill(`${goodPassword}x`)
    await part.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByText('This is not the password of your account.').waitFor()
    await takenOver(page)
    expect(await part.getByLabel('Type DELETE to confirm').inputValue()).toBe('DELETE')
    expect(await part.getByLabel('Your password', { exact: true }).inputValue()).toBe('')
    await part.getByLabel('Your password', { exact: true }).fill(who.password)
    await part.getByRole('button', { name: 'Delete my account' }).click()
    await heading(page, 'Your account is deleted').waitFor()
    await examine(page, 'dashboard-deleted', { finger: 'main' })
    await expect.poll(() => page.evaluate(() => localStorage.getItem('viatu-session'))).toBeNull()
    expect((await context.request.get(`${shop.url}/dashboard`, { maxRedirects: 0 })).status()).toBe(302)
    const { rows } = await shop.db.execute(sql`select full_name, deleted_at is not null as gone from profiles where id = ${who.id}`)
    expect(rows).toEqual([{ full_name: '', gone: true }])
  })

  it('names what an affiliate gives up with the account, and asks for a tick', async () => {
    const who = await newShopper({ is_affiliate: true })
    const { rows: codes } = await shop.db.execute<{ code: string }>(sql`select affiliate_code as code from profiles where id = ${who.id}`)
    const { ctx, attempt, orderId } = await referred({ db: shop.db }, codes[0] as { code: string }, 8990)
    await tellPaid(ctx, attempt)
    const { page, expectComplaint } = await shop.visitAs(who, 'phone')
    expectComplaint(/status of 400/)
    await open(page, '/dashboard')
    await unfold(page, 'Delete my account')
    const part = row(page, 'Delete my account')
    const fill = async () => {
      await part.getByLabel('Type DELETE to confirm').fill('DELETE')
      await part.getByLabel('Your password', { exact: true }).fill(who.password)
      await part.getByRole('button', { name: 'Delete my account' }).click()
    }
    await part.getByRole('button', { name: 'Delete my account' }).click()
    for (const missing of ['Confirm that you give up KSh 899.', 'Enter DELETE, in capital letters.', 'Enter your password.'])
      await part.getByText(missing).waitFor()
    await takenOver(page)
    await fill()
    await page.getByText('Confirm that you give up KSh 899.').waitFor()
    await takenOver(page)
    await examine(page, 'dashboard-delete-forfeit', { finger: 'main' })
    await part.getByLabel('I give up KSh 899 that I earned').check()
    await fill()
    await heading(page, 'Your account is deleted').waitFor()
    expect(await commissionRowOf({ db: shop.db }, orderId)).toMatchObject({ status: 'rejected', reason: 'The affiliate deleted their account' })
  })
})
