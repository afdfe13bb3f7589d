import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, heading, newPhone, takenOver } from './steps.ts'

const shop = useShop()

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
/** Tab, until what is looked for has the focus. */
async function tabTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const passed: (string | null | undefined)[] = []
  for (let tabs = 0; tabs < 80; tabs++) {
    await page.keyboard.press(key)
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
    passed.push((await focused(page))?.slice(0, 30))
  }
  throw new Error(`no Tab leads to ${selector}:\n${passed.join('\n')}`)
}

it('without a mouse a shoe goes from the home page to a placed order', async () => {
  const { page } = await shop.visit('desk')
  const press = (key: string) => page.keyboard.press(key)
  await shop.open(page, '/')
  await tabTo(page, '.skip-link')
  await press('Enter')
  await tabTo(page, '[aria-label="Add to Cart: Pwani Slip-on, Tumba"]')
  await press('Enter')
  const choice = page.getByRole('dialog', { name: 'Pwani Slip-on, Tumba' })
  await choice.waitFor()
  await press('Escape')
  await choice.waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe('Add to Cart: Pwani Slip-on, Tumba')
  await press('Enter')
  await choice.waitFor()
  await tabTo(page, 'input[type=radio]')
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await press(key)
  await cartButton(page, '1 item').waitFor()
  await tabTo(page, '.cart-button', 'Shift+Tab')
  await press('Space')
  await cartPanel(page).getByText('Pwani Slip-on, Tumba').waitFor()
  await tabTo(page, '[aria-label="More of Pwani Slip-on, Tumba, size 40"]')
  await press('Enter')
  await cartPanel(page).getByText('KSh 5,780').waitFor()
  await tabTo(page, 'a[href="/checkout"].button')
  await press('Enter')
  await heading(page, 'Checkout').waitFor()
  await tabTo(page, '[name=customer_name]')
  for (const words of ['Wanjiru Kamau', `0${newPhone().slice(3)}`, 'Moi Avenue 12, Nairobi']) {
    await page.keyboard.type(words)
    await press('Tab')
  }
  await tabTo(page, '[name=customer_email]')
  await press('Tab')
  await expect.poll(() => focused(page)).toBe('Place Order & Pay with M-Pesa')
  await press('Enter')
  await heading(page, 'Check your phone').waitFor()
})

it('a submenu opens with the focus, and a page that takes its time leaves alone who moved on to the search meanwhile', async () => {
  const { page } = await shop.visit('desk')
  await shop.open(page, '/products')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Women Shoes' }).focus()
  await menu.getByRole('link', { name: 'Heels' }).waitFor()
  await page.keyboard.press('Escape')
  await menu.getByRole('link', { name: 'Heels' }).waitFor({ state: 'hidden' })
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\.data/, async (route) => {
    await promise
    await route.continue()
  })
  await menu.getByRole('link', { name: 'Home' }).click()
  await page.locator('main .pending').waitFor()
  const search = page.getByRole('banner').getByRole('searchbox')
  await search.focus()
  await page.keyboard.type('safari')
  resolve()
  await heading(page, 'Discover Our Products').waitFor()
  await page.keyboard.type(' boot')
  await expect.poll(() => search.inputValue()).toBe('safari boot')
  await menu.getByRole('link', { name: 'All Products' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
})

it('Back leads to the same place of a list, with all that was loaded', async () => {
  const { page } = await shop.visit('phone')
  await shop.open(page, '/products')
  const cards = page.locator('article')
  const first = await cards.count()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => cards.count()).toBeGreaterThan(first)
  const all = await cards.count()
  const shoe = cards
    .nth(first + 3)
    .getByRole('heading')
    .getByRole('link')
  const name = (await shoe.textContent()) as string
  await shoe.scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => scrollY)
  await shoe.click()
  await heading(page, name).waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await heading(page, 'All Products').waitFor()
  await expect.poll(() => cards.count()).toBe(all)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
})

const onALayer = (page: Page) => page.evaluate(() => 'layer' in (history.state ?? {}))

it('Back closes what lies on top before it leaves the page, and a reload closes all of it', async () => {
  const { page } = await shop.visit('phone', { cart: [await shop.line('Karen Driver, Sand', '46')] })
  await shop.open(page, '/products')
  await shop.open(page, '/category/loafers')
  const openers: [Locator, Locator][] = [
    [page.getByRole('button', { name: 'Open menu' }), page.getByRole('dialog', { name: /^Menu/ })],
    [page.getByRole('button', { name: 'Open Viatu Support chat' }), page.getByRole('dialog', { name: 'Viatu Support' })],
    [page.getByRole('button', { name: 'Add to Cart: Karen Penny Loafer, Chestnut' }), page.getByLabel('Close size choice')],
    [page.locator('summary', { hasText: 'Filter' }), page.getByRole('button', { name: 'Show products' })],
    [cartButton(page, '1 item'), cartPanel(page)],
  ]
  const length = await page.evaluate(() => history.length)
  for (const [opener, opened] of openers) {
    await opener.click()
    await opened.waitFor()
    // The browser tells of an opened filter a moment after it shows it.
    await expect.poll(() => onALayer(page)).toBe(true)
    await page.goBack()
    await opened.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/category/loafers')
  }
  // One entry for whatever was open last, in front of the page; none behind it.
  expect(await page.evaluate(() => history.length)).toBe(length + 1)
  await cartButton(page, '1 item').click()
  await cartPanel(page).waitFor()
  await page.reload()
  await takenOver(page)
  expect(await cartPanel(page).isVisible()).toBe(false)
  await expect.poll(() => onALayer(page)).toBe(false)
  await page.goBack()
  await heading(page, 'All Products').waitFor()
})

it('the prices of the filter are seen on a low screen without scrolling', async () => {
  const { page } = await shop.visit('desk')
  await page.setViewportSize({ width: 1280, height: 800 })
  await shop.open(page, '/category/loafers')
  await page.locator('.filter > summary').click()
  for (const label of ['From, KSh', 'Up to, KSh'])
    await expect
      .poll(() =>
        page.getByLabel(label).evaluate((field) => {
          const { x, y, width, height } = field.getBoundingClientRect()
          return document.elementFromPoint(x + width / 2, y + height - 4) === field
        }),
      )
      .toBe(true)
})

it('a price of the filter that cannot be read is said, and Back is where it was where nothing changed', async () => {
  const { page } = await shop.visit('desk')
  await page.goto(`${shop.url}/category/loafers`)
  const place = () => page.evaluate(() => [window.history.state?.idx, window.history.state?.layer])
  const before = await place()
  await page.locator('.filter > summary').click()
  const upTo = page.getByLabel('Up to, KSh')
  await upTo.fill('abc')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).evaluate((title) => title.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
  await page.getByRole('button', { name: 'Show products' }).click()
  await page.getByText('Enter whole shillings, such as 5,000.').waitFor()
  await upTo.fill('')
  await page.getByRole('button', { name: 'Show products' }).click()
  await upTo.waitFor({ state: 'hidden' })
  await expect.poll(place, { message: 'where it was before the filter opened' }).toEqual(before)
  expect(page.url()).toBe(`${shop.url}/category/loafers`)
})
