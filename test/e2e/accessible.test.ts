import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { cartKey } from '#domain/cart.ts'
import { account } from '../accounts.ts'
import { orderIn } from '../checkout.ts'
import { addressesOf, pageRoutes } from '../page-addresses.ts'
import { shoot } from './browser.ts'
import { expectAccessible } from './examine.ts'
import { covered, cutOff, outline, spilling, tooLow } from './layout-faults.ts'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, fillDelivery, goWithin, heading, newPhone, order, placeButton } from './steps.ts'

const shop = useShop()
const [shoe, soldOut] = ['130c11d1-f708-46b0-9095-484412afa12e', '6ea46277-f0f1-4a69-a5de-ee88fdaa5907']
/** Narrower than a phone, with touch. */
const phone = { isMobile: false } as const

const at = (page: Page, width: number) => page.setViewportSize({ width, height: width < 700 ? 844 : 900 })

/** What stands around each page of the shop, which axe reads once, on the home page. */
const around = ['.site-header', '.site-footer', '.ribbon']

/** What holds for a page in each of its states: axe reads it on a phone, or the `part` of it that is new; nothing is wider than the window. */
async function examine(page: Page, named: string, { frame = true, part = '', except = [] as string[], widths = [320, 1280] } = {}) {
  await page.mouse.move(1, 1)
  await expectAccessible(page, named, { part, except })
  await shoot(page, `seen-${named}`, part ? 'screen' : 'whole')
  const seen = await page.evaluate(outline)
  expect(seen.title, named).toMatch(/\S \| \S/)
  const landmarks = frame ? ['header', 'nav', 'footer'] : seen.landmarks
  expect(seen, named).toEqual({ language: 'en', titles: 1, title: seen.title, headings: 1, mains: 1, landmarks, unsized: [] })
  for (const width of [390, ...widths]) {
    await at(page, width)
    expect(await page.evaluate(spilling), `${named} is wider than ${width}`).toEqual([])
  }
  await at(page, 390)
}

/** Goes on within the document to a page of another title, and waits until nothing is left of the one before. */
async function comeTo(page: Page, path: string) {
  const before = await page.title()
  await goWithin(page, path)
  const isThere = (title: string) =>
    document.title !== title && [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility()).length === 1
  await expect.poll(() => page.evaluate(isThere, before), { message: path }).toBe(true)
}

/** Wherever one stops on a phone, the floating WhatsApp button is there, and lies on no button and no price. */
async function keepsClear(page: Page, named: string) {
  const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  for (const top of [0, 420, 1180, end].filter((place) => place <= end)) {
    await page.evaluate((place) => scrollTo(0, place), top)
    await expect.poll(() => page.evaluate(covered), { message: `${named}, at ${top}`, timeout: 5000 }).toEqual([])
  }
  await page.evaluate(() => scrollTo(0, 0))
}

/** Notes how far the parts of a page were moved while it came. */
function watchShifts() {
  Object.assign(window, { shifted: 0 })
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
      Object.assign(window, { shifted: Reflect.get(window, 'shifted') + value })
  }).observe({ type: 'layout-shift', buffered: true })
}

it('every page of the shop stands still as it comes, is read by axe, fits every width and lies clear of the WhatsApp button', async () => {
  const routes = pageRoutes.filter(({ as, file }, place) => as === 'guest' && pageRoutes.findIndex((each) => each.file === file) === place)
  const rows = { product: [shoe, soldOut] as string[], rider: ['nothing'], invitation: ['nothing'], claim: ['nothing'] }
  const more = ['/products?search=zzzqqq', '/products?category=men-shoes&size=42&min=3000&sort=price-up', '/sign-up', '/order/nothing']
  // Lists that have less on them than those of `more` and of women's shoes.
  const lesser = ['/products', '/category', '/category/casual']
  const { page, expectComplaint } = await shop.visit('phone', phone)
  expectComplaint(/status of 40\d/)
  await page.addInitScript(watchShifts)
  for (const path of [...routes.flatMap((route) => addressesOf(route, rows)), ...more].filter((each) => !lesser.includes(each))) {
    const isLoaded = !/^\/(category|product|help|track|auth|sign-up|reset-password|order)/.test(path)
    await (isLoaded ? shop.open(page, path) : comeTo(page, path))
    await page.evaluate(() => document.fonts.ready)
    const isOfShop = !path.startsWith('/rider')
    if (isOfShop) await keepsClear(page, path)
    const shifted = await page.evaluate(() => Reflect.get(window, 'shifted'))
    if (path === '/' || path === '/checkout') expect(shifted, `${path} stands still`).toBeLessThan(0.05)
    await examine(page, path.replaceAll(/\W+/g, '-'), { frame: isOfShop, except: path === '/' ? [] : around })
  }
})

it('what opens over a page, and a checkout with mistakes, are read by axe, fit, and lie clear of the WhatsApp button', async () => {
  const names = ['Delamere Spectator, Navy', 'Watamu Canvas Flat, Cotton', 'Mbio Runner, Mango'] as const
  const [navy, flat, mango] = [await shop.line(names[0], '44', 2), await shop.line(names[1], '38'), await shop.line(names[2], '43')]
  const { page } = await shop.visit('phone', { ...phone, cart: [navy, flat, { ...mango, image_url: null }] })
  await shop.open(page, '/category/loafers')
  await cartsAreRead(page, names)
  await choicesAreRead(page)
  await checkoutIsRead(page)
})

async function cartsAreRead(page: Page, names: readonly string[]) {
  const panel = cartPanel(page)
  await cartButton(page, '4 items').click()
  await panel.getByText('Only 2 left').waitFor()
  await expect.poll(() => panel.getByRole('button', { name: 'More of Delamere Spectator, Navy' }).isDisabled()).toBe(true)
  await examine(page, 'open-cart', { part: 'dialog[open]' })
  for (const name of names) await panel.getByRole('button', { name: `Remove ${name}` }).click()
  await panel.getByText('Your cart is empty').waitFor()
  // What was removed took the focus with it; the next Tab goes on inside the panel.
  await page.keyboard.press('Tab')
  await expect.poll(() => panel.getByRole('link', { name: 'Continue Shopping' }).evaluate((link) => link === document.activeElement)).toBe(true)
  await examine(page, 'open-empty-cart', { part: 'dialog[open]' })
  const help = page.locator('.whatsapp-button')
  const pressed = () => help.click({ trial: true, timeout: 500 }).then(Boolean, () => 'under')
  await expect.poll(pressed, { message: 'no button lies on the panel' }).toBe('under')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
}

async function choicesAreRead(page: Page) {
  await page.getByRole('button', { name: 'Add to Cart: Karen Driver, Sand' }).click()
  const choice = page.getByRole('dialog', { name: 'Karen Driver, Sand' })
  await choice.waitFor()
  await examine(page, 'open-size-choice', { part: 'dialog[open]' })
  await choice.getByRole('radio', { name: '43', exact: true }).click()
  await page.getByText('Added to Cart').waitFor()
  await examine(page, 'open-toast', { part: '.toast', widths: [] })
  await page.getByText('Filter', { exact: true }).click()
  await page.getByRole('button', { name: 'Show products' }).waitFor()
  await examine(page, 'open-filters', { except: around })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByText('Women Shoes', { exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Heels' }).waitFor()
  await examine(page, 'open-menu', { part: 'dialog[open]', widths: [320, 768] })
  await page.keyboard.press('Escape')
}

async function checkoutIsRead(page: Page) {
  await shop.open(page, '/checkout')
  await placeButton(page).waitFor()
  await keepsClear(page, 'checkout')
  await examine(page, 'checkout', { except: around })
  const help = page.locator('.whatsapp-button')
  await page.getByLabel('Full Name').focus()
  await help.waitFor({ state: 'hidden' })
  await page.getByLabel('Full Name').blur()
  await help.waitFor()
  await placeButton(page).click()
  await page.getByText('Enter your full name.').waitFor()
  await examine(page, 'checkout-errors', { except: around })
}

it('an order in each of its states, and the demo phone that pays it, are read by axe and fit', async () => {
  const who = await account({ db: shop.db })
  const number = newPhone()
  const { page } = await shop.visitAs(who, 'phone', phone)
  await page.goto(shop.url)
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    cartKey('Viatu', who.id),
    JSON.stringify([await shop.line('Karen Driver, Sand', '43')]),
  ] as const)
  await order(shop, page, number)
  await heading(page, 'Check your phone').waitFor()
  await keepsClear(page, 'order')
  await examine(page, 'waiting', { except: around })
  const address = page.url()
  await phoneIsRead(page, number)
  await page.goto(address)
  await heading(page, 'Payment not completed').waitFor()
  await page.getByRole('button', { name: 'Use another number' }).click()
  await page.getByRole('button', { name: 'Send the prompt there' }).click()
  await examine(page, 'failed', { except: around })
  for (const [status, title] of [
    ['waiting_shipment', 'Paid. Thank you.'],
    ['buyer_not_paid', 'Order expired'],
    ['awaiting_payment', 'Checking with M-Pesa'],
  ] as const) {
    await comeTo(page, `/order/${await orderOf(who, status)}`)
    await heading(page, title).waitFor()
    await examine(page, title, { except: around })
  }
})

/** An order of this buyer; of the prompt of one that waits for its payment nobody knows whether it was sent. */
async function orderOf(who: { id: string }, status: 'waiting_shipment' | 'buyer_not_paid' | 'awaiting_payment') {
  const { id } = await orderIn(shop, status)
  await shop.db.execute(sql`update orders set user_id = ${who.id} where id = ${id}`)
  // The shop's own job leaves it alone.
  await shop.db.execute(sql`
    update payment_attempts set next_check_at = null, state = case when state = 'accepted' then 'unknown' else state end where order_id = ${id}`)
  return id
}

/** While it rings, and once its prompt was cancelled. */
async function phoneIsRead(page: Page, number: string) {
  await page.goto(`${shop.phones}/phone`)
  await heading(page, 'Which phone?').waitFor()
  await examine(page, 'phones', { frame: false })
  await page.goto(`${shop.phones}/phone/${number}`)
  await page.getByLabel('PIN').waitFor()
  await examine(page, 'phone-ringing', { frame: false })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('cancelled').first().waitFor()
  await examine(page, 'phone-after', { frame: false })
}

const drawn = (page: Page) => page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))))

/** At twice the usual size nothing is cut off, lower than its words or wider than the narrowest phone. */
async function isWhole(page: Page, named: string) {
  await at(page, 320)
  await drawn(page)
  for (const fault of [cutOff, tooLow, spilling]) expect(await page.evaluate(fault), `${named}, ${fault.name}`).toEqual([])
  await shoot(page, `twice-${named}`, ['bar', 'cart'].includes(named) ? 'screen' : 'whole')
}

it('with text half as large again, help, dashboard and panel neither scroll sideways nor cut their words', async () => {
  const { page } = await shop.visitAsAdmin('desk', { textSize: 24 })
  for (const path of ['/help', '/dashboard', '/dashboard/orders', '/admin/orders', '/admin/products']) {
    await shop.open(page, path)
    for (const width of [390, 1280]) {
      await at(page, width)
      await drawn(page)
      for (const fault of [tooLow, spilling]) expect(await page.evaluate(fault), `${path} at ${width}, ${fault.name}`).toEqual([])
    }
  }
})

it('with text twice as large as usual, pages of the shop stay whole on the narrowest phone, from the home page to an order', async () => {
  const { page } = await shop.visit('phone', { ...phone, textSize: 32 })
  for (const path of ['/', '/category/women-shoes', '/track']) {
    await shop.open(page, path)
    await isWhole(page, path)
  }
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await shop.open(page, `/product/${shoe}`)
  await isWhole(page, 'product')
  await page.locator('.size-button').filter({ hasText: '43' }).click()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const add = page.locator('.buy-bar').getByRole('button', { name: 'Add to Cart' })
  await add.waitFor()
  await isWhole(page, 'bar')
  await page.setViewportSize({ width: 320, height: 664 })
  await add.click()
  await cartButton(page, '1 item').click()
  await cartPanel(page).getByText('Proceed to Checkout').waitFor()
  await isWhole(page, 'cart')
  await cartPanel(page).getByText('Proceed to Checkout').click()
  await page.waitForURL('**/checkout')
  await fillDelivery(page, newPhone())
  // Of the address; the page first names the usual place.
  await page.getByText('Delivering to Moi Avenue, Nairobi CBD.').waitFor()
  await isWhole(page, 'checkout')
  await placeButton(page).click()
  await heading(page, 'Check your phone').waitFor()
  await isWhole(page, 'order')
})
